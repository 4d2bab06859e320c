import { spawn } from 'node:child_process'
import path from 'node:path'
import { ensureBuilt } from './ensure-built.ts'
import { root } from './root.ts'
import { exitCodeOf } from './run-program.ts'

// `npm run bench`: figures of what `npm start` runs, so everything is built first.
await ensureBuilt(['web', 'server', 'simnet'])
const child = spawn(
  process.execPath,
  ['--import', 'tsx', path.join(root, 'bench/src/main.ts'), ...process.argv.slice(2)],
  {
    cwd: root,
    stdio: 'inherit',
  },
)
process.exit(await exitCodeOf(child))
