import { type ChildProcess, spawn } from 'node:child_process'
import { appendFileSync, mkdirSync, mkdtempSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { createTwilioStandIn } from '@roundsman/phone/twilio/twilio-stand-in'
import { startMailbox } from './mailbox.ts'
import type { Product } from './product.ts'

const root = fileURLToPath(new URL('../..', import.meta.url))

export interface StartedProduct {
  product: Product
  /** Where the page of the demo's own phone is; null where the product has the stand-in of the test. */
  phone: string | null
  /** Ends the product and what stands around it, and removes their folder. */
  stop(): Promise<void>
}

/** Below what systems hand out by themselves, so that no other program is given the port before it is taken. */
const [firstPort, lastPort] = [20_000, 27_999]
/** Processes begin at places of their own. */
let nextPort = firstPort + ((process.pid * 37) % (lastPort - firstPort))

/** A port that was free a moment ago, and that no other call of this process gets. */
export async function freePort(): Promise<number> {
  const port = nextPort
  nextPort = port === lastPort ? firstPort : port + 1
  const server = createServer()
  const free = await new Promise<boolean>((resolve) => {
    server.once('error', () => resolve(false))
    server.listen(port, '127.0.0.1', () => server.close(() => resolve(true)))
  })
  return free ? port : freePort()
}

/** What each product says, beside what is kept of a test that failed: who waited for an answer can look there for why. */
const logs = join(root, 'test-results/e2e/products')

interface Greeting {
  open: string
  email: string
  password: string
  /** Where the phone's page is; none where the product has a Twilio of the test. */
  phone: string | null
}

/** Resolves with the lines that the demo prints for a newcomer; rejects with its output if it ends before. */
function readGreeting(demo: ChildProcess, withPhone: boolean): Promise<Greeting> {
  return new Promise((resolve, reject) => {
    const seen = new Map<string, string>()
    const output: string[] = []
    const take = (line: string) => {
      output.push(line)
      appendFileSync(join(logs, `${String(demo.pid)}.log`), `${line}\n`)
      const match = /^(Open|E-mail|Password|Phone): (\S+)$/.exec(line)
      if (match?.[1] !== undefined && match[2] !== undefined) seen.set(match[1], match[2])
      const [open, email, password] = [seen.get('Open'), seen.get('E-mail'), seen.get('Password')]
      const phone = seen.get('Phone') ?? null
      if (open === undefined || email === undefined || password === undefined) return
      if (!withPhone || phone !== null) resolve({ open, email, password, phone })
    }
    for (const stream of [demo.stdout, demo.stderr]) {
      if (stream !== null) createInterface({ input: stream }).on('line', take)
    }
    demo.once('exit', (code) => {
      reject(new Error(`npm run demo ended with ${String(code)}:\n${output.slice(-40).join('\n')}`))
    })
  })
}

/** Networks of the demo that the specs look at: the default one, one that lives, and one that stands still; as they are now. */
const someNetworks = ['--networks', 'celestia,haqq,story-testnet', '--no-past']

/**
 * Starts the demo on a free port with a folder, a mail server and a stand-in of Twilio of its own. `env` is added to its environment, and
 * wins; a spec that needs another product than the shared one starts it so, and hands `product` to what it calls. With variables of Twilio that are
 * empty, the demo starts its own phone.
 * @param args of the demo; none follow all ten networks, which take a third of what the browsers take
 */
export async function startProduct(
  env: Readonly<Record<string, string>> = {},
  args: readonly string[] = someNetworks,
): Promise<StartedProduct> {
  const folder = mkdtempSync(join(tmpdir(), 'roundsman-e2e-'))
  mkdirSync(logs, { recursive: true })
  const mailbox = await startMailbox(join(folder, 'mailbox'))
  const phones = await createTwilioStandIn()
  const demo = spawn(process.execPath, [join(root, 'tools/bin/demo.mjs'), ...args], {
    cwd: root,
    env: {
      ...process.env,
      ROUNDSMAN_LOG_LEVEL: 'info',
      ROUNDSMAN_PORT: String(await freePort()),
      ROUNDSMAN_DATA_DIR: join(folder, 'data'),
      ROUNDSMAN_SMTP_URL: mailbox.url,
      ROUNDSMAN_MAIL_FROM: 'Roundsman <alerts@roundsman.example>',
      ROUNDSMAN_TWILIO_URL: phones.account.url,
      ROUNDSMAN_TWILIO_ACCOUNT_SID: phones.account.accountSid,
      ROUNDSMAN_TWILIO_AUTH_TOKEN: phones.account.authToken,
      ROUNDSMAN_TWILIO_FROM: phones.account.from,
      ...env,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const ended = new Promise<void>((resolve) => demo.once('exit', () => resolve()))
  const stop = async () => {
    demo.kill('SIGINT')
    await ended
    await mailbox.close()
    await phones.close()
    await rm(folder, { recursive: true, force: true })
  }
  try {
    const { phone, ...greeting } = await readGreeting(demo, env['ROUNDSMAN_TWILIO_URL'] === '')
    return { product: { ...greeting, mailFolder: mailbox.folder, phones: phones.account }, phone, stop }
  } catch (error) {
    await stop()
    throw error
  }
}
