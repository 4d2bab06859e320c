import { execFile } from 'node:child_process'

interface CommandResult {
  stdout: string
  stderr: string
}

interface Command {
  program: string
  args: readonly string[]
  cwd?: string
  env?: NodeJS.ProcessEnv
  timeoutMs?: number
}

/** Runs a program to its end; a non-zero exit rejects with what it printed. */
export function runCommand(command: Command): Promise<CommandResult> {
  const { program, args, cwd, env, timeoutMs = 60_000 } = command
  return new Promise((resolve, reject) => {
    const options = {
      timeout: timeoutMs,
      maxBuffer: 16 * 1024 * 1024,
      ...(cwd ? { cwd } : {}),
      ...(env ? { env } : {}),
    }
    const child = execFile(program, [...args], options, (error, stdout, stderr) => {
      if (error)
        reject(
          new Error(`${args.slice(0, 3).join(' ')}: ${error.message}\n${stdout}\n${stderr}`.slice(0, 4000)),
        )
      else resolve({ stdout, stderr })
    })
    child.stdin?.end()
  })
}
