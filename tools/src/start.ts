import { ensureBuilt } from './ensure-built.ts'
import { runProgram } from './run-program.ts'

// `npm start`: the product for real. The help needs no page.
const args = process.argv.slice(2)
await ensureBuilt(args.includes('--help') ? ['server'] : ['web', 'server'])
await runProgram('apps/server/dist/main.js', args)
