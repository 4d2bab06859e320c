import { spawnSync } from 'node:child_process'
import { cpSync, mkdtempSync, rmSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { installEngine } from './engines/install-engine.ts'
import { root } from './root.ts'

// `npm run protos` makes packages/bridges/src/generated from packages/bridges/protos anew; with `-- --check` it changes
// nothing and fails where what is kept differs from what would be made.
const folder = path.join(root, 'packages/bridges')
const engine = await installEngine('buf', 'node_modules/@bufbuild/buf/package.json')
if (engine === undefined) {
  console.error('protos: @bufbuild/buf could not be installed: this needs the package registry once.')
  process.exit(1)
}
process.exitCode = process.argv.includes('--check') ? check(engine) : generate(engine, folder)

function generate(buf: string, cwd: string): number {
  const program = path.join(buf, 'node_modules/@bufbuild/buf/bin/buf')
  return spawnSync(process.execPath, [program, 'generate'], { cwd, stdio: 'inherit' }).status ?? 1
}

/** Makes it in a copy and compares. */
function check(buf: string): number {
  const copy = mkdtempSync(path.join(tmpdir(), 'roundsman-protos-'))
  try {
    const place = path.join(copy, 'packages/bridges')
    for (const part of ['protos', 'buf.gen.yaml'])
      cpSync(path.join(folder, part), path.join(place, part), { recursive: true })
    symlinkSync(path.join(root, 'tools'), path.join(copy, 'tools'))
    const made = generate(buf, place)
    if (made !== 0) return made
    const [kept, fresh] = [folder, place].map((where) => path.join(where, 'src/generated'))
    const same = spawnSync('diff', ['-r', kept ?? '', fresh ?? ''], { stdio: 'inherit' }).status === 0
    console.log(
      same
        ? 'protos: the generated code is up to date'
        : 'protos: the generated code is stale; run `npm run protos`',
    )
    return same ? 0 : 1
  } finally {
    rmSync(copy, { recursive: true, force: true })
  }
}
