import { ensureBuilt } from './ensure-built.ts'
import { runProgram } from './run-program.ts'

// `npm run roundsman -- <command>`: administration of a running or a stopped installation.
const words = process.argv.slice(2)
// The server serves the page.
await ensureBuilt(words[0] === 'start' && !words.includes('--help') ? ['web', 'server'] : ['server'])
await runProgram('apps/server/dist/cli.js', words)
