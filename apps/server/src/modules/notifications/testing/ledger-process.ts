import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { startProgram } from '../../../testing/start-program.ts'

export interface LedgerProcess {
  lines: string[]
  /** Resolves once the process has printed lines that begin so, as often. */
  said(line: string, times?: number): Promise<void>
  /** kill -9; resolves when the process is gone. */
  kill(): Promise<void>
  /** Asks it to end; resolves with its exit code. */
  end(): Promise<number | null>
}

/** Starts `ledger.child.ts`, or another program, on a data directory (and a server database, where there is one); with a bot it reaches that one alone. */
export function startLedgerProcess(
  database: { dataDir: string; url: string | null },
  {
    smtpUrl,
    telegram,
    program = new URL('./ledger.child.ts', import.meta.url),
  }: { smtpUrl: string; telegram?: { url: string; token: string }; program?: URL },
  ...args: string[]
): LedgerProcess {
  const child = startProgram(program, args, {
    stdio: ['pipe', 'pipe', 'inherit'],
    env: {
      PATH: process.env['PATH'],
      ROUNDSMAN_DATA_DIR: database.dataDir,
      ROUNDSMAN_SECRET: 'a secret for tests, 32 bytes at least',
      ROUNDSMAN_SMTP_URL: smtpUrl,
      ROUNDSMAN_MAIL_FROM: 'no-reply@roundsman.example',
      ...(database.url === null ? {} : { DATABASE_URL: database.url }),
      ...(telegram === undefined
        ? {}
        : { ROUNDSMAN_TELEGRAM_URL: telegram.url, ROUNDSMAN_TELEGRAM_BOT_TOKEN: telegram.token }),
    },
  })
  return followProcess(child)
}

/** Reads what a child prints, of which the parent waits for lines. */
export function followProcess(child: ChildProcess): LedgerProcess {
  const lines: string[] = []
  const gone = once(child, 'exit').then(([code]) => code as number | null)
  let poll: () => void = () => undefined
  if (!child.stdout) throw new Error('the output is a pipe')
  createInterface({ input: child.stdout }).on('line', (line) => {
    lines.push(line)
    poll()
  })
  return {
    lines,
    said: (line, times = 1) =>
      new Promise((resolve, reject) => {
        poll = () => {
          if (lines.filter((one) => one.startsWith(line)).length >= times) resolve()
        }
        poll()
        void gone.then((code) => {
          reject(new Error(`the process ended with ${code} before it said ${line}`))
        })
      }),
    kill: async () => {
      child.kill('SIGKILL')
      await gone
    },
    end: async () => {
      child.stdin?.end()
      return gone
    },
  }
}
