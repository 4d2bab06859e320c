import { spawn } from 'node:child_process'
import path from 'node:path'
import type { Environment } from './child-programs.ts'
import { type DemoFolder, keepPassword, readPassword } from './demo-folder.ts'
import { root } from './root.ts'

export const demoEmail = 'demo@roundsman.example'

/** Makes the demo's account by the product's own `user create`, unless a run before did; gives its password. */
export async function demoPassword(folder: DemoFolder, env: Environment): Promise<string> {
  const kept = readPassword(folder)
  const { output } = await administer(['user', 'list'], env)
  const exists = output.split('\n').some((line) => line.split(/\s/).includes(demoEmail))
  if (exists && kept !== null) return kept
  if (exists)
    throw new Error(
      `${folder.passwordFile} is gone, but ${demoEmail} exists. Start over with \`npm run demo -- --fresh\`.`,
    )
  const created = await administer(['user', 'create', demoEmail], env)
  const password = /^Password: (.+)$/m.exec(created.output)?.[1]
  if (password === undefined) throw new Error(`user create printed no password: ${created.output}`)
  keepPassword(folder, password)
  return password
}

/** Runs an administration command of the product. @throws Error where it fails */
export function administer(args: readonly string[], env: Environment): Promise<{ output: string }> {
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, [path.join(root, 'apps/server/dist/cli.js'), ...args], {
      cwd: root,
      env: { NODE_ENV: 'production', ...process.env, ...env },
      stdio: ['ignore', 'pipe', 'inherit'],
    })
    // A demo that is stopped meanwhile leaves nothing behind; what was under way is undone.
    const kill = () => child.kill('SIGKILL')
    process.once('exit', kill)
    child.once('close', () => process.off('exit', kill))
    let output = ''
    child.stdout.setEncoding('utf8').on('data', (text: string) => {
      output += text
    })
    child.once('error', reject)
    child.once('close', (code) =>
      code === 0
        ? resolve({ output })
        : reject(new Error(`\`${args.join(' ')}\` exited with ${String(code)}`)),
    )
  })
}
