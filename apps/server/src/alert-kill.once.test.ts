import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Simnet, startSimnet } from '@roundsman/simnet/serve'
import { createSimChain, type SimChain } from '@roundsman/simnet/sim-chain'
import { smallProfile } from '@roundsman/simnet/testing/small-chain'
import { sql } from 'drizzle-orm'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { subscribe } from './modules/alerts/testing/alert-rig.ts'
import { addPhone } from './modules/alerts/testing/some-validators.ts'
import { createProgramSession } from './testing/program-session.ts'
import { createSeededRandom } from './testing/seeded-random.ts'
import { type ServerProcess, startProcess } from './testing/server-process.ts'
import { systemClock } from './platform/clock.ts'
import { testCatalogue, testNetwork } from './testing/test-catalogue.ts'
import { copyEmbeddedTemplate, openEmbedded } from './testing/test-database.ts'
import { createTwilioStandIn, type TwilioStandIn } from '@roundsman/phone/twilio/twilio-stand-in'

// kill -9 of the program itself at any instant, while a chain that it follows goes on and people change what they
// are notified of. `KILL_ROUNDS=100` makes as many rounds as the rule says; every whole run makes a few.

const rounds = Number(process.env['KILL_ROUNDS'] ?? 3)
const seed = Number(process.env['KILL_SEED'] ?? systemClock.now() % 1_000_000)
/** A round takes some three seconds; what was bundled waits for 15. */
const slow = { timeout: 120_000 + rounds * 20_000 }

const never = new AbortController().signal
const networkId = 9
const missedOne = 1111
const jailed = 2011
const blockMs = 200
/** The ones after the other: by then the one before has ended, and the network itself is in no trouble. */
const apart = 8
const readers = Array.from({ length: 10 }, (_, index) => ({
  email: `reader${index}@example.org`,
  phone: `+44207946${String(1_000 + index)}`,
}))

let dir: string
let twilio: TwilioStandIn
let simnet: Simnet
let server: ServerProcess
let address: string
let chain: SimChain
/** Heights at which somebody missed a block. */
let missed: number[]

beforeEach(async () => {
  dir = mkdtempSync(join(tmpdir(), 'roundsman-kill-'))
  await copyEmbeddedTemplate(dir)
  const db = await openEmbedded(dir)
  for (const { email, phone } of readers) {
    await subscribe(db, { email, settings: [missedOne], channels: ['SMS'], networkId })
    await addPhone(db.orm, email, phone)
  }
  // The directory has one owner at a time: from here on the processes are it.
  await db.close()
  twilio = await createTwilioStandIn()
  const profile = smallProfile({ blockTimeMs: blockMs }, { signedBlocksWindow: 5_000 })
  const clock = systemClock
  chain = createSimChain({
    profile,
    seed: 'kill',
    clock,
    natural: false,
    firstTime: clock.now() - 20 * blockMs,
  })
  simnet = await startSimnet({ seed: 'kill', chains: [chain], clock })
  missed = []
  writeFileSync(
    join(dir, 'networks.json'),
    JSON.stringify(
      testCatalogue([
        testNetwork({
          blockchain_id: networkId,
          chain_id: profile.chainId,
          rpc: [...(simnet.endpoints[profile.blockchainId] ?? [])],
        }),
      ]),
    ),
  )
})
afterEach(async () => {
  await kill()
  await simnet.close()
  await twilio.close()
  rmSync(dir, { recursive: true, force: true })
})

const environment = () => ({
  ROUNDSMAN_DATA_DIR: dir,
  ROUNDSMAN_PORT: '0',
  ROUNDSMAN_NETWORKS_FILE: join(dir, 'networks.json'),
  ROUNDSMAN_TWILIO_ACCOUNT_SID: twilio.account.accountSid,
  ROUNDSMAN_TWILIO_AUTH_TOKEN: twilio.account.authToken,
  ROUNDSMAN_TWILIO_FROM: twilio.account.from,
  ROUNDSMAN_TWILIO_URL: twilio.account.url,
  ROUNDSMAN_SMS_BUDGET: '100000',
})

async function start(): Promise<void> {
  server = startProcess('main.ts', [], environment())
  address = (await server.said(/"address":"([^"]+)"/))[1] ?? ''
}

async function kill(): Promise<void> {
  server.child.kill('SIGKILL')
  await server.ended
}

const session = createProgramSession(() => address)
const call = (path: string, body?: object) => session.call(body ? 'POST' : 'GET', `/api/${path}`, body)

/** Somebody who changes their mind all the time. */
async function signIn(): Promise<void> {
  const made = startProcess('cli.ts', ['user', 'create', 'keeper@example.org'], environment())
  const [, password = ''] = await made.said(/Password: (\S+)/)
  await made.ended
  await start()
  await call('networks/')
  expect((await call('users/login/', { email: 'keeper@example.org', password })).status).toBe(200)
}

/** Lets one validator miss one of the next blocks. */
function miss(ahead: number): void {
  const at = Math.max(chain.height() + 2 + ahead, (missed.at(-1) ?? 0) + apart)
  chain.apply({ at, what: 'absent', validator: 4 + (missed.length % 2) })
  missed.push(at)
}

/** What the keeper is notified of is one of these, in turn. */
const choices = [[], ['EMAIL']] as const
const choose = (channels: readonly string[]) =>
  call('alerts/user-settings/manage/', {
    blockchain_id: networkId,
    entries: [{ setting_id: jailed, channels }],
  })
async function chosen(): Promise<string> {
  const answer = await call(`alerts/user-settings/${networkId}/`)
  expect(answer.status).toBe(200)
  const { entries } = (await answer.json()) as { entries: { channels: string[] }[] }
  return JSON.stringify(entries[0]?.channels ?? [])
}

/** Only ends what hangs: a hundred processes that were killed leave a busy machine behind. */
const longWait = { timeout: 300_000, interval: 250 }

interface Shown {
  network_height: number | null
  validators: { jailed: boolean | null; consecutive_missed: number | null }[]
}

async function shown(): Promise<Shown> {
  return (await (await call(`blockchains/list/${networkId}/`)).json()) as Shown
}

/** The newest height that the program shows. */
const followed = async () => (await shown()).network_height

/** A state was read and letters came after it: what is seen for the first time notifies nobody. */
async function isKnown(): Promise<boolean> {
  const { validators } = await shown()
  return validators.some(({ jailed, consecutive_missed: missing }) => jailed === false && missing !== null)
}

/** Deliveries by SMS that are not over, of every lane, as the program itself counts them. */
async function waiting(): Promise<number> {
  const text = await (await fetch(`${address}/metrics`)).text()
  const lanes = text.matchAll(/^roundsman_delivery_queue_depth\{[^}]*channel="sms"[^}]*\} (\d+)$/gm)
  return [...lanes].reduce((sum, [, depth]) => sum + Number(depth), 0)
}

test(
  `E98: killed ${rounds} times at any instant (seed ${seed}), no setting and no alert is lost, and no SMS comes twice`,
  slow,
  async () => {
    const random = createSeededRandom(seed)
    await signIn()
    await vi.waitFor(async () => expect(await isKnown()).toBe(true), longWait)
    let certain = JSON.stringify(choices[0])
    for (let round = 0; round < rounds; round += 1) {
      const wanted = random.pick(choices)
      miss(random.below(10))
      miss(random.below(10))
      miss(random.below(10))
      miss(random.below(10))
      // Some are killed while they begin, some while they send, some while they answer.
      const instant = systemClock.sleep(random.below(2_500), never)
      const changed = choose(wanted).then(
        ({ status }) => status === 200,
        () => null,
      )
      await instant
      await kill()
      const isChanged = await changed
      await start()
      const now = await chosen()
      expect(isChanged === null ? [certain, JSON.stringify(wanted)] : [JSON.stringify(wanted)]).toContain(now)
      certain = now
    }
    const last = (missed.at(-1) ?? 0) + apart
    // All heights until then are followed, and nothing that was bundled waits any more.
    await vi.waitFor(async () => expect(await followed()).toBeGreaterThanOrEqual(last), longWait)
    await vi.waitFor(async () => expect(await waiting()).toBe(0), longWait)
    await kill()

    const db = await openEmbedded(dir)
    const { rows: reported } = await db.orm.execute<{ height: number; count: number }>(sql`
    select height::int, count(*)::int as count from alert where setting_id = ${missedOne} group by 1 order by 1`)
    expect(reported).toEqual(missed.map((at) => ({ height: at, count: 1 })))
    const { rows: sent } = await db.orm.execute<{ state: string; alerts: number }>(sql`
    select d.state, count(*)::int as alerts
    from (select id, reference, state from delivery where channel = 'sms'
          union all select d.id, a.reference, d.state from delivery_also a join delivery d on d.id = a.delivery_id
          where d.channel = 'sms') d group by 1`)
    const { rows: deliveries } = await db.orm.execute<{ sid: string; phone: string }>(sql`
    select provider_id as sid, recipient as phone from delivery where channel = 'sms'`)
    await db.close()
    expect(sent).toEqual([{ state: 'SENT', alerts: reported.length * readers.length }])
    // One for each delivery at the provider, and nothing else. Two about as many alerts may have the same text.
    const came = twilio.taken.map(({ sid, form }) => `${sid} ${form['To']}`)
    expect(came.sort()).toEqual(deliveries.map(({ sid, phone }) => `${sid} ${phone}`).sort())
  },
)
