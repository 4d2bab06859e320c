import { ensureBuilt } from './ensure-built.ts'
import { runProgram } from './run-program.ts'

// `npm run roundsman -- <command>`: administration of a running or a stopped installation.
await ensureBuilt(['server'])
await runProgram('apps/server/dist/cli.js', process.argv.slice(2))
