import { sql } from 'drizzle-orm'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { createStoreClient } from '../../../platform/clients/store-client.ts'
import type { Database } from '../../../platform/db/database.ts'
import { acquireLease } from '../../../platform/db/lease.ts'
import { serializeError } from '../../../platform/errors.ts'
import type { CreateLoop, LoopOptions } from '../../../platform/loop.ts'
import { createTestDatabase, type TestDatabase } from '../../../testing/test-database.ts'
import { withClock } from '../../../testing/with-clock.ts'
import { createAlertRig, reportedAlerts, subscribe } from '../../alerts/testing/alert-rig.ts'
import { createSimRig, networkId, type SimRig } from '../../watch/testing/sim-rig.ts'
import { bridgeNetworkRow, listedBridges } from '../bridge.store.ts'
import { networkNowOf } from '../bridges.public.ts'
import { bridgeView, readBridges } from '../showing/bridge-view.ts'
import { type StoredSample, storeAnswer } from '../testing/fake-store.ts'
import { checkStore } from './check-store.ts'
import { askStore, createStoreLoop, takeAnswer } from './store-reader.ts'

const [silent, sending] = [7011, 7012]
const address = 'http://ann:hunter2hunter2@store.example/select/0/prometheus?key=secretsecret'
let database: TestDatabase
let rig: SimRig
let db: Database
/** What the store answers. */
let answer: () => Response
let asked: URLSearchParams[]
/** The lease's clock is the database's own at the beginning, and goes on with the test's. */
let clockAhead: number

beforeAll(async () => {
  database = await createTestDatabase()
})
beforeEach(async () => {
  await database.db.orm.execute(sql`
    truncate user_account, alert_entry, alert_recipient, delivery, alert, alert_network, alert_target, bridge,
             bridge_token, bridge_network, bridge_intake, lease restart identity cascade`)
  clockAhead = 0
  const alertRig = createAlertRig(
    database.db,
    () => 'ANY',
    (tx, tick) => {
      clockAhead = tick.now - rig.clock.now()
      return readBridges(tx, tick.networkId, networkNowOf(tick), 'store')
    },
  )
  rig = await createSimRig({ database, participants: [alertRig.participant] })
  db = withClock(database.db, { now })
  asked = []
  await rig.to(10)
  await rig.writer.tick(false)
  await subscribe(db, { email: 'ada@example.org', settings: [silent, sending] })
  for (const name of ['Ada', 'Bob'])
    await db.orm.execute(sql`
      insert into bridge_token (user_id, network_id, name, hash, created_at)
      select id, ${networkId}, ${name}, ${name}, now() from user_account`)
})
afterEach(() => rig.close())
afterAll(() => database.drop())

const now = () => rig.clock.now() + clockAhead
const height = async () => (await rig.view()).row()?.headHeight ?? 0

const client = () =>
  createStoreClient(address, {
    clock: rig.clock,
    fetch: (_url, init) => {
      asked.push(new URLSearchParams(typeof init?.body === 'string' ? init.body : ''))
      return Promise.resolve(answer())
    },
  })

const viewOf = (known: number) => ({
  networkHeight: () => known,
  blockSeconds: () => 6,
  accepts: () => true,
  accessOf: () => 'ANY' as const,
})

async function ask() {
  const taken = await acquireLease(db.orm, 'test', 'this test')
  if (taken === null) throw new Error('another has the lease of this test')
  const own = { networkId, held: taken.held }
  return takeAnswer(db, viewOf(await height()), await askStore(client(), networkId), own)
}

/** What one of several processes does each ten seconds. */
async function passOf(holder: string): Promise<() => Promise<void>> {
  const view = viewOf(await height())
  const passes: LoopOptions['pass'][] = []
  const createLoop: CreateLoop = (options) => {
    passes.push(options.pass)
    return { name: options.name, start() {}, stop: () => Promise.resolve(), wake() {} }
  }
  createStoreLoop({ db, createLoop }, client(), view, { networkId, holder })
  return async () => {
    for (const pass of passes) await pass(new AbortController().signal)
  }
}

const has = (bridges: readonly StoredSample[], heartbeats: readonly number[], more = {}) => {
  answer = () => new Response(storeAnswer(bridges, heartbeats, more))
}

/** Some seconds more with a store that has `what` each time it is asked; null: it does not answer. */
async function goOn(seconds: number, what: (() => Parameters<typeof has>) | null): Promise<void> {
  const until = rig.clock.now() + seconds * 1000
  while (rig.clock.now() < until) {
    await rig.poll(10_000)
    if (what) {
      has(...what())
      await ask()
    } else {
      answer = () => new Response('busy', { status: 503 })
      await expect(ask()).rejects.toThrow('answered 503')
    }
    await rig.writer.tick(false)
  }
}
const settings = async () => (await reportedAlerts(db)).map(({ setting, name }) => [setting, name])
/** Both bridges a few seconds ago, and what carries them. */
const both = (): Parameters<typeof has> => [
  [{ at: now() - 4000 }, { at: now() - 6000, token: 2, peerId: 'bob' }],
  [now() - 5000],
]
/** Ada alone, since a moment of the test; Bob is gone. */
const withoutBob = (): Parameters<typeof has> => [[{ at: now() - 4000 }], [now() - 5000]]

async function shown() {
  const network = { now: now(), height: await height(), isLive: true, blockSeconds: 6 }
  return (await listedBridges(db.orm, networkId)).map((row) => bridgeView(row, network, null, 'store'))
}

test('G78 G82: a bridge stands as its newest sample says, by the time of that sample, and is said to come from the store', async () => {
  const at = now() - 20_000
  const known = await height()
  has([{ at, height: known - 3 }], [now()])
  expect(await ask()).toEqual({ bridges: 1, reaches: now(), isWhole: true })
  const last = new Date(at).toISOString()
  // Twenty seconds ago the network was four blocks lower.
  expect(await shown()).toMatchObject([
    {
      name: 'Ada',
      source: 'STORE',
      height: known - 3,
      last_otel_update: last,
      sync_status: 'SYNCED',
      lag: 0,
    },
  ])
  expect(asked[0]?.get('query')).toContain(`roundsman_network="${networkId}"`)
  // Asked again, the same sample is no newer report.
  await rig.clock.advance(45_000)
  await ask()
  expect(await shown()).toMatchObject([
    { last_otel_update: last, otel_state: 'STALE', sync_status: 'UNKNOWN' },
  ])
})

test('G78: a sample from the future is as of now', async () => {
  has([{ at: now() + 3_600_000 }], [now()])
  await ask()
  expect(await shown()).toMatchObject([{ last_otel_update: new Date(now()).toISOString() }])
})

test('G76: of two processes one asks the store; when it ends, the other does', async () => {
  const [first, second] = [await passOf('first'), await passOf('second')]
  has([{ at: now() }], [now()])
  await first()
  await second()
  await first()
  expect(asked).toHaveLength(2)
  // As it is eight seconds after the first one died.
  await db.orm.execute(sql`update lease set expires_at = clock_timestamp() where holder = 'first'`)
  await second()
  await first()
  expect(asked).toHaveLength(3)
  expect(await shown()).toHaveLength(1)
})

test('G76: a process that lost the lease while it waited for the answer takes nothing of it', async () => {
  const [slow, other] = [await passOf('slow'), await passOf('other')]
  let arrive: () => void = () => undefined
  const under = new Promise<void>((resolve) => {
    arrive = resolve
  })
  let send: (text: string) => void = () => undefined
  answer = () => {
    arrive()
    return new Response(
      new ReadableStream({
        start(controller) {
          send = (text) => {
            controller.enqueue(new TextEncoder().encode(text))
            controller.close()
          }
        },
      }),
    )
  }
  const passing = slow()
  await under
  await db.orm.execute(sql`update lease set expires_at = clock_timestamp()`)
  has([{ at: now() - 1000, height: 7 }], [now()])
  await other()
  const before = await Promise.all([shown(), bridgeNetworkRow(db.orm, networkId)])
  send(
    storeAnswer(
      [
        { at: now(), height: 8 },
        { at: now(), token: 2, peerId: 'bob' },
      ],
      [now() - 500],
    ),
  )
  await passing
  expect(await Promise.all([shown(), bridgeNetworkRow(db.orm, networkId)])).toEqual(before)
  expect(before[0]).toMatchObject([{ height: 7 }])
})

test('G78: a bridge whose clock is slow is silent by its own samples, though newer ones come; stamped on receipt it is not', async () => {
  const slowBy = (ms: number) => (): Parameters<typeof has> => [
    [{ at: now() - 4000 }, { at: now() - 4000 - ms, token: 2, peerId: 'bob' }],
    [now() - 5000],
  ]
  await goOn(120, slowBy(30_000))
  expect(await settings()).toEqual([])
  await goOn(120, slowBy(180_000))
  expect(await settings()).toEqual([[silent, 'Bob']])
  await goOn(30, both)
  expect(await settings()).toEqual([
    [silent, 'Bob'],
    [sending, 'Bob'],
  ])
})

test('G77: tokens of other networks and of nobody bring nothing, a peer id of another token is contested', async () => {
  await db.orm.execute(sql`update bridge_token set network_id = 77 where name = 'Bob'`)
  has(
    [
      { at: now(), token: 2, peerId: 'bob' },
      { at: now(), token: 99, peerId: 'eve' },
    ],
    [now()],
  )
  expect(await ask()).toMatchObject({ bridges: 0 })
  await db.orm.execute(sql`update bridge_token set network_id = ${networkId}`)
  has([{ at: now() - 1 }], [now()])
  await ask()
  has([{ at: now(), token: 2 }], [now()])
  await ask()
  expect(await shown()).toMatchObject([{ peer_id: 'ada', name: 'Ada', contested: true }])
})

test('G79: what stops while the heartbeat goes on is reported after its time, once, and so is its return', async () => {
  await goOn(30, both)
  await goOn(50, withoutBob)
  expect(await settings()).toEqual([])
  await goOn(40, withoutBob)
  expect(await settings()).toEqual([[silent, 'Bob']])
  await goOn(60, both)
  expect(await settings()).toEqual([
    [silent, 'Bob'],
    [sending, 'Bob'],
  ])
})

test('G79: while the store does not answer nothing is silent, and nothing is over', async () => {
  await goOn(30, both)
  await goOn(120, withoutBob)
  expect(await settings()).toEqual([[silent, 'Bob']])
  await goOn(300, null)
  // Back, it begins anew with those that it has first.
  await goOn(40, withoutBob)
  expect(await settings()).toEqual([[silent, 'Bob']])
  expect(await shown()).toMatchObject([
    { name: 'Ada', otel_state: 'FRESH' },
    { otel_state: 'STALE', sync_status: 'UNKNOWN' },
  ])
})

test.each<[string, () => Parameters<typeof has>]>([
  ['is behind: its heartbeat stands still', () => [[{ at: now() - 4000 }], [stood - 5000]]],
  ['is behind in one of two parts', () => [[{ at: now() - 4000 }], [now() - 5000, stood - 5000]]],
  ['has no heartbeat, and no newer sample of any bridge', () => [[{ at: stood - 4000 }], []]],
  ['answers in part', () => [[{ at: now() - 4000 }], [now() - 5000], { isPartial: true }]],
  ['lost everything', () => [[], []]],
])(
  'G79 G80: while it %s, nothing is silent; once it has everything again, silence counts from then',
  async (_name, what) => {
    await goOn(30, both)
    stood = now()
    await goOn(400, what)
    expect(await settings()).toEqual([])
    await goOn(40, withoutBob)
    expect(await settings()).toEqual([])
    await goOn(60, withoutBob)
    expect(await settings()).toContainEqual([silent, 'Bob'])
  },
)
let stood: number

test('G80: what a part did not tell of a bridge stays as it was', async () => {
  await goOn(20, both)
  const before = (await shown())[0]
  has([{ at: now(), height: null }], [now()], { isPartial: true })
  await ask()
  expect((await shown())[0]).toEqual(before)
})

test('G81: what is too late, too large or something else changes nothing, and says no more of the address than the host', async () => {
  const failed = (given: () => Response) => {
    answer = given
    return ask().then(
      () => 'no failure',
      (error: unknown) => JSON.stringify(serializeError(error)),
    )
  }
  const part = new Uint8Array(1024 * 1024)
  const endless = () => new Response(new ReadableStream({ pull: (controller) => controller.enqueue(part) }))
  const late = createStoreClient(address, {
    clock: rig.clock,
    fetch: (_url, init) =>
      new Promise((_resolve, reject) => {
        init?.signal?.addEventListener('abort', () => reject(new TypeError(`aborted: ${address}`)))
      }),
  })
  const never = expect(askStore(late, networkId)).rejects.toThrow(
    'the store store.example did not respond within 8000 ms',
  )
  await rig.clock.advance(8_000)
  await never
  const said = [
    await failed(() => new Response('secretsecret', { status: 401 })),
    await failed(() => new Response('<html>hunter2hunter2</html>')),
    await failed(endless),
    await failed(() => {
      throw new TypeError(`fetch failed: ${address}`)
    }),
  ]
  expect(said).toEqual([
    expect.stringContaining('store.example answered 401'),
    expect.stringContaining('store.example did not answer with a vector'),
    expect.stringContaining('sent more than 67108864 bytes'),
    expect.stringContaining('store.example cannot be reached'),
  ])
  expect(said.join()).not.toMatch(/hunter2|secret|ann:/)
  expect(await shown()).toEqual([])
})

test('G83: check asks for each network, and fails where the store is behind, in part or away', async () => {
  const check = async () => {
    const lines: string[] = []
    const terminal = { print: (line: string) => void lines.push(line), complain: () => undefined }
    const isWell = await checkStore(
      client(),
      rig.clock,
      [{ blockchain_id: networkId, name: 'Test' }],
      terminal,
    )
    return [isWell, lines[1]]
  }
  const at = rig.clock.now()
  has([{ at }], [at - 7000])
  expect(await check()).toEqual([
    true,
    `  Test (${networkId}): 1 bridges, 1 heartbeats, everything up to 7 s ago, answered in 0 ms`,
  ])
  has([{ at }], [at - 61_000])
  expect(await check()).toEqual([false, expect.stringContaining('everything up to 61 s ago')])
  has([{ at }], [at], { isPartial: true })
  expect(await check()).toEqual([false, expect.stringContaining('ONLY A PART OF IT ANSWERED')])
  answer = () => new Response('', { status: 502 })
  expect(await check()).toEqual([
    false,
    expect.stringContaining('NOT USABLE, the store store.example answered 502'),
  ])
})
