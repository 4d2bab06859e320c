import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { systemClock } from './platform/clock.ts'
import { type AlertSite, openAlertSite, smsWaiting } from './testing/alert-site.ts'
import { createProgramSession } from './testing/program-session.ts'
import { createSeededRandom } from './testing/seeded-random.ts'
import { type ServerProcess, startProcess } from './testing/server-process.ts'
import { copyEmbeddedTemplate, openEmbedded } from './testing/test-database.ts'

// kill -9 of the program itself at any instant, while a chain that it follows goes on and people change what they
// are notified of. `KILL_ROUNDS=100` makes as many rounds as the rule says; every whole run makes a few.

const rounds = Number(process.env['KILL_ROUNDS'] ?? 3)
const seed = Number(process.env['KILL_SEED'] ?? systemClock.now() % 1_000_000)
const missesOfRound = 4
/** A round takes some three seconds; what was bundled waits for 15. */
const slow = { timeout: 120_000 + rounds * 20_000 }

const never = new AbortController().signal
const networkId = 9
const jailed = 2011

let site: AlertSite
let server: ServerProcess
let address: string

beforeEach(async () => {
  site = await openAlertSite(undefined, rounds * missesOfRound)
  await copyEmbeddedTemplate(site.dir)
  const db = await openEmbedded(site.dir)
  await site.addReaders(db)
  // The directory has one owner at a time: from here on the processes are it.
  await db.close()
})
afterEach(async () => {
  await kill()
  await site.close()
})

const environment = () => ({ ...site.environment, ROUNDSMAN_DATA_DIR: site.dir })

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
      for (let miss = 0; miss < missesOfRound; miss += 1) site.miss(random.below(10))
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
    const last = site.over()
    // All heights until then are followed, and nothing that was bundled waits any more.
    await vi.waitFor(async () => expect(await followed()).toBeGreaterThanOrEqual(last), longWait)
    await vi.waitFor(async () => expect(await smsWaiting(address)).toBe(0), longWait)
    await kill()

    const db = await openEmbedded(site.dir)
    await site.expectToldOnce(db)
    await db.close()
  },
)
