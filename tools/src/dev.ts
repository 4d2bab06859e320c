import { spawn } from 'node:child_process'
import path from 'node:path'
import { root } from './root.ts'
import { exitCodeOf } from './run-program.ts'

// `npm run dev`: the server restarts when its source changes, the page reloads in place. The page's development
// server hands /api on, so open the address that Vite prints.
const bin = (name: string) => path.join(root, 'node_modules', name)
const server = spawn(
  process.execPath,
  [bin('tsx/dist/cli.mjs'), 'watch', '--clear-screen=false', 'apps/server/src/main.ts'],
  {
    cwd: root,
    stdio: 'inherit',
  },
)
const page = spawn(process.execPath, [bin('vite/bin/vite.js')], {
  cwd: path.join(root, 'apps/web'),
  stdio: 'inherit',
})
const both = [server, page]
const stop = () => both.forEach((child) => child.kill('SIGTERM'))
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, stop)
// When one ends, the other has no use.
const code = await Promise.race(both.map(exitCodeOf))
stop()
await Promise.all(
  both.filter((child) => child.exitCode === null && child.signalCode === null).map(exitCodeOf),
)
process.exit(code)
