import path from 'node:path'
import { root } from '../root.ts'
import { platforms } from './platforms.ts'
import { release } from './release.ts'

// `npm run release [-- <folder> [<platform> …]]`: everything that is given away, into `release/` unless told otherwise.
const [folder = path.join(root, 'release'), ...names] = process.argv.slice(2)
const unknown = names.filter((name) => !platforms.some((platform) => platform.name === name))
if (folder.startsWith('-') || unknown.length > 0) {
  const known = platforms.map(({ name }) => name).join(', ')
  console.error(
    `Usage: npm run release [-- <folder> [<platform> …]]\nThe folder is emptied first; by itself it is release/. Platforms: ${known}; by itself all of them.`,
  )
  process.exitCode = 2
} else {
  const out = path.resolve(folder)
  const wanted = platforms.filter(({ name }) => names.length === 0 || names.includes(name))
  const { files, noImage } = await release(out, wanted)
  console.log(`In ${out}:\n${files.map((name) => `  ${name}`).join('\n')}`)
  if (noImage !== null) console.log(`No image for containers: ${noImage}.`)
}
