import { type Simnet, startSimnet } from '@roundsman/simnet/serve'
import { pino } from 'pino'
import { Registry } from 'prom-client'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { systemIds } from '../../../platform/ids.ts'
import { createLoopFactory, type Loop } from '../../../platform/loop.ts'
import { openSystemSocket } from '../../../platform/clients/web-socket-client.ts'
import { createManualClock, type ManualClock } from '../../../testing/manual-clock.ts'
import { createTestDatabase, type TestDatabase } from '../../../testing/test-database.ts'
import type { Participant } from '../recording/chain-change.ts'
import { createSimRig, type SimRig, type WatchProcess } from '../testing/sim-rig.ts'
import { createNetworkHints, type NetworkHints } from './header-hints.ts'

// A follower whose loop sleeps by a clock that the test moves apart from the chain's: it looks when it is told to.

let database: TestDatabase
let rig: SimRig
/** The same chain at another host. */
let other: Simnet
let told: WatchProcess
let hints: NetworkHints
let loop: Loop
let loopClock: ManualClock
/** Looks that have ended. */
let looks: number
/** Newest height of the letters, as committed. */
let committed: number
/** Sockets that are subscribed. */
let listening: number
let watchers: (() => void)[]

beforeAll(async () => {
  database = await createTestDatabase()
})
beforeEach(async () => {
  ;[looks, committed, listening, watchers] = [0, 0, 0, []]
  const committedNow: Participant = {
    name: 'watcher',
    commit: () => Promise.resolve(),
    committed({ present }) {
      committed = present.height ?? 0
      happened()
    },
  }
  rig = await createSimRig({ database, participants: [committedNow] })
  other = await startSimnet({ seed: 'watch', chains: [rig.chain], clock: rig.clock })
})
afterEach(async () => {
  await loop.stop()
  hints.close()
  await other.close()
  await rig.close()
})
afterAll(() => database.drop())

function happened(): void {
  for (const look of watchers) look()
}
const until = (isSo: () => boolean) =>
  new Promise<void>((resolve) => {
    const look = () => {
      if (isSo()) resolve()
    }
    watchers.push(look)
    look()
  })

/** Follows up to a height by both hosts, and listens at both. */
async function follow(height: number): Promise<void> {
  const { blockchainId } = rig.chain.profile
  const urls = [rig.simnet, other].map(({ endpoints }) => endpoints[blockchainId]?.[0] ?? '')
  rig.network.rpc.splice(0, 2, ...urls)
  // Nothing hangs here, and a busy machine may be slow.
  const patient = { ...rig.net.clock, timeoutSignal: () => new AbortController().signal }
  told = rig.process('told', { ...rig.net, clock: patient })
  const { follower, lease } = told
  await rig.clock.advance(rig.chain.shownAt(height) - rig.clock.now())
  rig.chain.prepare()
  hints = createNetworkHints({
    ...{ lease, urls, clock: rig.clock, random: () => 0.5 },
    follower: {
      connection: follower.connection,
      async pass(signal, hosts) {
        const pause = await follower.pass(signal, hosts)
        await pool().idle()
        looks += 1
        happened()
        return pause
      },
    },
    openSocket: (target, bounds, events) =>
      openSystemSocket(target, bounds, {
        ...events,
        onMessage(text) {
          events.onMessage(text)
          listening = hints.count()
          happened()
        },
      }),
    wake: () => loop.wake(),
    onHint: () => undefined,
    onLost: () => undefined,
  })
  loopClock = createManualClock()
  const parts = { clock: loopClock, ids: systemIds, log: pino({ enabled: false }), metrics: new Registry() }
  loop = createLoopFactory(parts)({ name: 'told', everyMs: 1_000, jitter: 0, pass: hints.pass })
  loop.start()
  await until(() => committed === height - 1)
  hints.tend()
  await until(() => listening === 2)
}
function pool() {
  const connection = told.follower.connection()
  if (!connection) throw new Error('nothing is followed yet')
  return connection.pool
}
/** The chain makes a block; the loop's clock stands. */
async function block(): Promise<number> {
  const { latest } = rig.chain.view()
  await rig.clock.advance(rig.chain.shownAt(latest + 1) - rig.clock.now())
  rig.chain.prepare()
  return latest + 1
}
/** What requests are told at a host is so many blocks old; its announcements are not. */
function lag(host: string, blocks: number): void {
  const simnet = host.endsWith(String(other.port)) ? other : rig.simnet
  simnet.setFaults(rig.chain.profile.blockchainId, 'a', blocks === 0 ? [] : [{ kind: 'lag', blocks }])
}
const hosts = () =>
  pool()
    .views()
    .map(({ host }) => host)
/**
 * The chain makes a block, which is announced; the loop's clock goes on from look to look for as long as looks come
 * soon. Gives the height, and how often was looked.
 */
async function blockAndLooks(
  isOver: (height: number) => boolean,
): Promise<{ height: number; taken: number }> {
  const before = looks
  const height = await block()
  await until(() => looks > before)
  for (let passed = 0; passed < 460 && !isOver(height); passed += 10) {
    await loopClock.advance(10)
    if (loopClock.sleepers() > 0) continue
    // A look is under way.
    const ended = looks
    await until(() => looks > ended)
  }
  return { height, taken: looks - before }
}

test('W71: letters are committed once the block is announced, though the loop sleeps', async () => {
  await follow(6)
  for (let blocks = 0; blocks < 3; blocks++) {
    const height = await block()
    await until(() => committed === height - 1)
  }
  expect(loopClock.monotonic()).toBe(0)
})

test('W71: where the endpoint in use has not got the block yet, the one that announced it has', async () => {
  await follow(6)
  const [inUse = '', ahead] = [pool().head()?.host, hosts().find((host) => host !== pool().head()?.host)]
  lag(inUse, 1)
  const { height } = await blockAndLooks((at) => committed === at - 1)
  expect([committed, pool().head()?.host]).toEqual([height - 1, ahead])
  expect(pool().views()).toMatchObject([
    { state: 'OK', lies: 0 },
    { state: 'OK', lies: 0 },
  ])
})

test('W71: a block that is announced and nowhere to be had is looked for a few times, and nobody is blamed', async () => {
  await follow(6)
  for (const host of hosts()) lag(host, 1)
  const { height, taken } = await blockAndLooks(() => false)
  expect(taken).toBeGreaterThanOrEqual(4)
  expect(taken).toBeLessThanOrEqual(10)
  expect(committed).toBe(height - 2)
  expect(pool().views()).toMatchObject([
    { state: 'OK', lies: 0, lastError: null },
    { state: 'OK', lies: 0, lastError: null },
  ])
  // The pace of today has it.
  for (const host of hosts()) lag(host, 0)
  await loopClock.advance(1_000)
  await until(() => committed === height - 1)
})

test('W74: who loses the lease hangs up', async () => {
  await follow(6)
  await told.lease.release()
  hints.tend()
  expect(hints.count()).toBe(0)
})
