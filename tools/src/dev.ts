import { type ChildProcess, spawn } from 'node:child_process'
import path from 'node:path'
import { root } from './root.ts'
import { exitCodeOf } from './run-program.ts'

// `npm run dev`: the server restarts when its source changes, the page reloads in place. The page's development
// server hands /api on, so open the address that Vite prints.
const installed = (name: string) => path.join(root, 'node_modules', name)
const api = `http://127.0.0.1:${process.env['ROUNDSMAN_PORT'] || '8000'}`

const server = run([
  installed('tsx/dist/cli.mjs'),
  'watch',
  '--clear-screen=false',
  'apps/server/src/main.ts',
])
const page = run([installed('vite/bin/vite.js')], 'apps/web', { ROUNDSMAN_WEB_API: api })
const ends = [server, page].map(exitCodeOf)

let stopping = false
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, stop)
// When one ends, the other has no use.
const code = await Promise.race(ends)
stop()
await Promise.all(ends)
process.exit(code)

/** Once only: the watcher takes a second signal for impatience and kills the server. */
function stop(): void {
  if (stopping) return
  stopping = true
  for (const child of [server, page]) child.kill('SIGTERM')
}

function run(args: readonly string[], folder = '.', env: Record<string, string> = {}): ChildProcess {
  return spawn(process.execPath, args, {
    cwd: path.join(root, folder),
    env: { ...process.env, ...env },
    stdio: 'inherit',
  })
}
