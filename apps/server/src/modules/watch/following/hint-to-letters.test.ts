import { type Simnet, startSimnet } from '@roundsman/simnet/serve'
import { pino } from 'pino'
import { Registry } from 'prom-client'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { systemIds } from '../../../platform/ids.ts'
import { createLoopFactory, type Loop } from '../../../platform/loop.ts'
import { openSystemSocket, type OpenSocket } from '../../../platform/clients/web-socket-client.ts'
import { createManualClock, type ManualClock } from '../../../testing/manual-clock.ts'
import { createTestDatabase, type TestDatabase } from '../../../testing/test-database.ts'
import type { Participant } from '../recording/chain-change.ts'
import { createSimRig, type SimRig, type WatchProcess } from '../testing/sim-rig.ts'
import type { Follower } from './follower.ts'
import { createNetworkHints, type NetworkHints } from './header-hints.ts'
import { createHintSockets } from './header-sockets.ts'

// A follower whose loop sleeps by a clock that the test moves apart from the chain's: it polls when a hint says so.

let database: TestDatabase
let rig: SimRig
/** The same chain at another host. */
let other: Simnet
let hinted: WatchProcess
let hints: NetworkHints
let loop: Loop
let loopClock: ManualClock
/** Polls that have ended. */
let polls: number
/** Newest height of the letters, as committed. */
let committed: number
/** Sockets that are subscribed. */
let listening: number
let watchers: (() => void)[]

beforeAll(async () => {
  database = await createTestDatabase()
})
beforeEach(async () => {
  ;[polls, committed, listening, watchers] = [0, 0, 0, []]
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
  for (const check of watchers) check()
}
const until = (isSo: () => boolean) =>
  new Promise<void>((resolve) => {
    const check = () => {
      if (isSo()) resolve()
    }
    watchers.push(check)
    check()
  })

/** Follows up to a height by both hosts, and listens at both. */
async function follow(height: number): Promise<void> {
  const { blockchainId } = rig.chain.profile
  const urls = [rig.simnet, other].map(({ endpoints }) => endpoints[blockchainId]?.[0] ?? '')
  rig.network.rpc.splice(0, 2, ...urls)
  // Nothing hangs here, and a busy machine may be slow.
  const withoutDeadlines = { ...rig.net.clock, timeoutSignal: () => new AbortController().signal }
  hinted = rig.process('hinted', { ...rig.net, clock: withoutDeadlines })
  const { follower, lease } = hinted
  await rig.clock.advance(rig.chain.shownAt(height) - rig.clock.now())
  rig.chain.prepare()
  const polling: Pick<Follower, 'pass' | 'connection'> = {
    connection: follower.connection,
    async pass(signal, hosts) {
      const pause = await follower.pass(signal, hosts)
      await pool().idle()
      polls += 1
      happened()
      return pause
    },
  }
  const openSocket: OpenSocket = (target, bounds, events) =>
    openSystemSocket(target, bounds, {
      ...events,
      onMessage(text) {
        events.onMessage(text)
        listening = hints.count()
        happened()
      },
    })
  const listen = (onHeader: (host: string, height: number) => void) =>
    createHintSockets(urls, rig.clock, () => 0.5, openSocket, { onHeader, onLost: () => undefined })
  hints = createNetworkHints(polling, lease, rig.clock, listen, (outcome) => {
    if (outcome === 'poll') loop.wake()
  })
  loopClock = createManualClock()
  const parts = { clock: loopClock, ids: systemIds, log: pino({ enabled: false }), metrics: new Registry() }
  loop = createLoopFactory(parts)({ name: 'hinted', everyMs: 1_000, jitter: 0, pass: hints.pass })
  loop.start()
  await until(() => committed === height - 1)
  hints.tend()
  await until(() => listening === 2)
}
function pool() {
  const connection = hinted.follower.connection()
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
/** What requests get from a host is so many blocks old; its announcements are not. */
function lag(host: string, blocks: number): void {
  const simnet = host.endsWith(String(other.port)) ? other : rig.simnet
  simnet.setFaults(rig.chain.profile.blockchainId, 'a', blocks === 0 ? [] : [{ kind: 'lag', blocks }])
}
const hosts = () =>
  pool()
    .views()
    .map(({ host }) => host)
/**
 * The chain makes a block, which is announced; the loop's clock goes on from poll to poll for as long as polls come
 * soon. Gives the height, and the number of polls.
 */
async function blockAndPolls(
  isOver: (height: number) => boolean,
): Promise<{ height: number; taken: number }> {
  const before = polls
  const height = await block()
  await until(() => polls > before)
  for (let passed = 0; passed < 460 && !isOver(height); passed += 10) {
    await loopClock.advance(10)
    if (loopClock.sleepers() > 0) continue
    // A poll is under way.
    const ended = polls
    await until(() => polls > ended)
  }
  return { height, taken: polls - before }
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
  const { height } = await blockAndPolls((at) => committed === at - 1)
  expect([committed, pool().head()?.host]).toEqual([height - 1, ahead])
  expect(pool().views()).toMatchObject([
    { state: 'OK', lies: 0 },
    { state: 'OK', lies: 0 },
  ])
})

test('W71: a block that is announced and nowhere to be had is polled for a few times, and nobody is blamed', async () => {
  await follow(6)
  for (const host of hosts()) lag(host, 1)
  const { height, taken } = await blockAndPolls(() => false)
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
  await hinted.lease.release()
  hints.tend()
  expect(hints.count()).toBe(0)
})
