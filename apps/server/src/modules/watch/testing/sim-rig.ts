import { createCheckSignature } from '@roundsman/cometbft/proof/signature'
import type { FaultPlan } from '@roundsman/simnet/faults'
import type { NetworkProfile } from '@roundsman/simnet/network-profile'
import { type Simnet, startSimnet } from '@roundsman/simnet/serve'
import { createSimChain, type SimChain } from '@roundsman/simnet/sim-chain'
import { smallProfile } from '@roundsman/simnet/testing/small-chain'
import { sql } from 'drizzle-orm'
import { type Logger, pino } from 'pino'
import { Registry } from 'prom-client'
import { systemIds } from '../../../platform/ids.ts'
import { createNativeSignatures } from '../../../platform/native-signatures.ts'
import { createManualClock, type ManualClock } from '../../../testing/manual-clock.ts'
import { testNetwork } from '../../../testing/test-catalogue.ts'
import { createTestDatabase, type TestDatabase } from '../../../testing/test-database.ts'
import type { CatalogueNetwork } from '../../networks/networks.public.ts'
import { type ConnectDeps, createConnect } from '../following/connection.ts'
import { createFollower, type Follower } from '../following/follower.ts'
import { createNetworkLeases, type NetworkLease, type NetworkLeases } from '../following/leases.ts'
import { createWatchLog } from '../following/watch-log.ts'
import type { Participant } from '../recording/chain-change.ts'
import { createWriter, type Writer } from '../recording/writer.ts'
import type { NetworkView } from '../showing/network-view.ts'
import { createViews, type Views } from '../showing/views.ts'

type Script = NonNullable<Parameters<typeof createSimChain>[0]['script']>

export interface WatchProcess {
  follower: Follower
  writer: Writer
  lease: NetworkLease
  leases: NetworkLeases
}

export interface SimRig {
  clock: ManualClock
  chain: SimChain
  simnet: Simnet
  database: TestDatabase
  network: CatalogueNetwork
  /**
   * A process that may follow the network; `holder` distinguishes processes, `net.clock` is its clock, and `counted` is
   * given whatever it asks of the database.
   */
  process(holder: string, net?: SimRig['net'], counted?: <T>(work: Promise<T>) => Promise<T>): WatchProcess
  /** Those of the process that most tests need. */
  follower: Follower
  writer: Writer
  views: Views
  /** Of all its processes. */
  metrics: Registry
  /** The network's memory, brought up to date. */
  view(): Promise<NetworkView>
  /** Moves the clock to where a height is shown, second by second, and lets the follower poll each time. */
  to(height: number): Promise<void>
  /** One poll, `ms` later. */
  poll(ms?: number): Promise<number>
  setFaults(endpoint: 'a' | 'b' | 'c', plan: FaultPlan): void
  /** The way out to the network that the follower has. */
  net: Omit<ConnectDeps, 'urls' | 'chainId'>
  /** Timeline events as `kind name`, in order. */
  events(): Promise<string[]>
  close(): Promise<void>
}

const check = createCheckSignature(createNativeSignatures())

export const networkId = 9

/** How long a request is waited for while an endpoint hangs, so that a test of that takes no longer than it must. */
const hangsForMs = 500
/** How long otherwise: an endpoint that only has a busy machine is not to be given up. */
const answersWithinMs = 30_000

/** One answer is waited for a second and a half here, or for eight; all answers of a walk for six times as long. */
const isOneAnswer = (ms: number) => ms < 6_000 || ms === 8_000

/** Whole buckets of 25 s. */
const bucketsMs = 50_000

async function databaseTime({ db }: TestDatabase): Promise<number> {
  const { rows } = await db.orm.execute<{ ms: number }>(
    sql`select floor(extract(epoch from clock_timestamp()) * 1000)::float8 as ms`,
  )
  return Math.ceil((rows[0]?.ms ?? 0) / bucketsMs) * bucketsMs
}

/** A follower on a simulated network with two endpoints or three, a clock that the test moves, and a database of its own. */
export async function createSimRig(
  options: {
    script?: Script
    profile?: NetworkProfile
    chainId?: string | null
    participants?: readonly Participant[]
    /** Names of its endpoints; two, unless given. */
    endpoints?: readonly ('a' | 'b' | 'c')[]
    /** One that several tests share; it is emptied first. Else one of its own. */
    database?: TestDatabase
    /** When the chain begins, Unix ms: that two rigs may report the same; else now, by the database's clock. */
    startsAt?: number | undefined
    /** Where the watchers write their log; else nowhere. */
    log?: Logger
  } = {},
): Promise<SimRig> {
  const database = options.database ?? (await createTestDatabase())
  // What is written down by the database's clock has to fit what the chain says. Buckets of charts begin with it.
  const clock = createManualClock(options.startsAt ?? (await databaseTime(database)))
  const profile = options.profile ?? smallProfile()
  const firstTime = clock.now()
  const script = options.script ?? []
  const chain = createSimChain({ profile, seed: 'watch', clock, script, natural: false, firstTime })
  const endpoints = (options.endpoints ?? ['a', 'b']).map((name) => ({
    blockchainId: profile.blockchainId,
    name,
  }))
  const simnet = await startSimnet({ seed: 'watch', chains: [chain], clock, endpoints })
  await database.db.orm.execute(sql`truncate watch_network, watch_epoch, watch_trusted_set, watch_validator, watch_signing, watch_block,
    watch_event, series_bucket, lease, alert, alert_recipient, alert_network, alert_target restart identity`)
  const { db } = database
  const network = testNetwork({
    blockchain_id: networkId,
    name: 'Test',
    symbol: 'HASH',
    chain_id: options.chainId === undefined ? profile.chainId : options.chainId,
    rpc: simnet.endpoints[profile.blockchainId] ?? [],
  })
  const views = createViews(db, clock, [network], () => null)
  const metrics = new Registry()
  const log = createWatchLog(options.log ?? pino({ enabled: false }), metrics)
  // By real time, since the test's clock stands still meanwhile.
  const hanging = new Set<string>()
  const net = {
    clock: {
      ...clock,
      timeoutSignal: (ms: number) =>
        AbortSignal.timeout(hanging.size > 0 && isOneAnswer(ms) ? hangsForMs : answersWithinMs),
    },
    ids: systemIds,
    fetch,
    check,
    given: null,
    onLie: () => undefined,
  }

  function process(
    holder: string,
    outside: SimRig['net'] = net,
    counted: <T>(work: Promise<T>) => Promise<T> = (work) => work,
  ): WatchProcess {
    const leases = createNetworkLeases(db, outside.clock, holder)
    const held = leases.of(networkId)
    const written = createWriter(db, outside.clock, leases, networkId, options.participants ?? [])
    const lease: NetworkLease = {
      ...held,
      take: () => counted(held.take()),
      release: () => counted(held.release()),
    }
    const writer: Writer = {
      ...written,
      begin: () => counted(written.begin()),
      openEpoch: (chainId) => counted(written.openEpoch(chainId)),
      commit: (model, batch) => counted(written.commit(model, batch)),
      tick: (isBeginning) => counted(written.tick(isBeginning)),
    }
    const connect = createConnect({ ...outside, urls: network.rpc, chainId: network.chain_id })
    return {
      leases: { ...leases, renew: () => counted(leases.renew()) },
      lease,
      writer,
      follower: createFollower(outside.clock, lease, writer, connect, log),
    }
  }
  const { follower, writer } = process('one')
  const never = new AbortController().signal

  async function poll(ms = 0): Promise<number> {
    if (ms > 0) await clock.advance(ms)
    // Signing many blocks takes longer than a request may.
    chain.prepare()
    for (;;) {
      const pause = await follower.pass(never)
      await follower.connection()?.pool.idle()
      if (pause > 0) return pause
    }
  }

  return {
    clock,
    chain,
    simnet,
    database,
    network,
    process,
    follower,
    writer,
    views,
    metrics,
    net,
    poll,
    async view() {
      await views.refresh()
      const view = views.of(networkId)
      if (!view) throw new Error('no view')
      return view
    },
    async to(height) {
      while (clock.now() < chain.shownAt(height)) {
        await clock.advance(Math.min(1_000, chain.shownAt(height) - clock.now()))
        await poll()
      }
    },
    setFaults(endpoint, plan) {
      if (plan.some(({ kind }) => kind === 'timeout')) hanging.add(endpoint)
      else hanging.delete(endpoint)
      simnet.setFaults(profile.blockchainId, endpoint, plan)
    },
    async events() {
      const { rows } = await db.orm.execute<{ kind: string; moniker: string | null }>(sql`
        select e.kind, v.moniker from watch_event e left join watch_validator v on v.id = e.validator_id
        order by e.id`)
      return rows.map(({ kind, moniker }) => `${kind} ${moniker ?? '-'}`)
    },
    async close() {
      await simnet.close()
      if (!options.database) await database.drop()
    },
  }
}
