import { spawn } from 'node:child_process'
import { availableParallelism } from 'node:os'
import path from 'node:path'
import { root } from './root.ts'
import { typedFolders } from './workspaces.ts'

// `npm run types`: type-checks every workspace, a few at a time. TypeScript 7 is called by its path because
// the version 6 that other tools need owns the name `tsc` (docs/decisions/001-house.md).
const compiler = path.join(root, 'node_modules/ts7/bin/tsc')
const queue = process.argv.length > 2 ? process.argv.slice(2) : typedFolders()
let failed = 0

await Promise.all(Array.from({ length: Math.min(4, availableParallelism()) }, work))
console.log(`types: ${failed === 0 ? 'every workspace passes' : `${failed} workspaces fail`}`)
process.exitCode = failed === 0 ? 0 : 1

async function work(): Promise<void> {
  for (let folder = queue.shift(); folder !== undefined; folder = queue.shift()) {
    if ((await check(folder)) !== 0) {
      failed += 1
      console.error(`types: ${folder} fails`)
    }
  }
}

function check(folder: string): Promise<number> {
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, [compiler, '-p', folder], { cwd: root, stdio: 'inherit' })
    child.on('error', reject)
    child.on('exit', (code) => resolve(code ?? 1))
  })
}
