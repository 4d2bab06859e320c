import { createRandomStream, hashText, type RandomStream } from '@roundsman/simnet/chain/random'
import type { Fault, FaultPlan } from '@roundsman/simnet/faults'
import type { DayNetwork } from './day-networks.ts'

// What breaks around the product in a day, by the seed.

/** One endpoint of a network does not do as it should; another one always does. */
interface EndpointFault {
  what: 'endpoint'
  network: number
  endpoint: 'a' | 'b' | 'c'
  plan: FaultPlan
}

/** No endpoint of a network is to be had: nothing of it is known. */
interface Away {
  what: 'away'
  network: number
  plan: FaultPlan
}

/** A program of the product ends, or stands still, or all of them do. */
interface ProcessFault {
  what: 'process'
  how: 'SIGKILL' | 'SIGTERM' | 'SIGSTOP'
  /** Place among the programs; null: all. */
  which: number | null
}

interface DatabaseFault {
  what: 'database'
  how: 'stop' | 'kill' | 'slow' | 'cut'
}

export type HookManner = 'good' | 'fails' | 'busy' | 'hangs' | 'slow' | 'loses'

interface ProviderFault {
  what: 'hooks' | 'twilio'
  manner: HookManner
}

export type DayFault = (EndpointFault | Away | ProcessFault | DatabaseFault | ProviderFault) & {
  /** Unix ms. */
  from: number
  until: number
}

const pick = <T>(random: RandomStream, from: readonly [T, ...T[]]): T =>
  from[random.whole(0, from.length - 1)] ?? from[0]

/** Anybody's endpoint is like this now and then. */
const failing: readonly [Fault, ...Fault[]] = [
  { kind: 'timeout' },
  { kind: 'slow', ms: 3_000 },
  { kind: 'html' },
  { kind: 'truncated' },
  { kind: 'wrong_types' },
  { kind: 'huge', bytes: 3_000_000, rate: 0.2 },
  { kind: 'dropped' },
  { kind: 'http_429' },
  { kind: 'http_500', rate: 0.6 },
  { kind: 'lag', blocks: 60 },
  { kind: 'catching_up' },
  { kind: 'no_store' },
  { kind: 'pruned', blocks: 30 },
]

/** What is refuted by proofs, where there are some. */
const lying: readonly [Fault, ...Fault[]] = [
  { kind: 'lying_height', blocks: 5_000 },
  { kind: 'removed_signature', validator: 3 },
  { kind: 'forged_hash' },
  { kind: 'flipped_jail', validator: 2 },
  { kind: 'other_self_stake', validator: 1 },
  { kind: 'stale_state', blocks: 50 },
  { kind: 'false_plan', height: 90_000_000 },
  { kind: 'ramp' },
  { kind: 'empty_claims' },
  { kind: 'wrong_network' },
]

const gone: readonly [Fault, ...Fault[]] = [
  { kind: 'timeout' },
  { kind: 'dropped' },
  { kind: 'http_500' },
  { kind: 'html' },
]

interface FaultsOfDay {
  seed: string
  networks: readonly DayNetwork[]
  /** Unix ms. */
  from: number
  until: number
  /** Programs of the product. */
  programs: number
  /** False: its database is one with its program, and is killed with that. */
  hasServer: boolean
}

/** Long enough for “not seen for 5 min” to begin and end. */
const unseenMs = 350_000

export function faultsOf(day: FaultsOfDay): DayFault[] {
  const { from, until } = day
  const random = createRandomStream(hashText(`${day.seed}/faults`))
  // Who is unseen is so since a watcher began: in this time none is killed, so that one network can be unseen for long.
  const quietFrom = from + random.whole(0, Math.max(0, until - from - unseenMs - 40_000))
  const quiet = { from: quietFrom, until: quietFrom + unseenMs + 15_000 }
  const long = day.networks[random.whole(0, day.networks.length - 1)]?.id ?? 1
  const isLongEnough = until - from > unseenMs + 60_000
  const faults: DayFault[] = []
  if (isLongEnough)
    faults.push({
      ...{ what: 'away', network: long, plan: [pick(random, gone)] },
      ...{ from: quietFrom + 5_000, until: quietFrom + 5_000 + unseenMs },
    })
  for (const network of day.networks) {
    for (const endpoint of ['b', 'c'] as const) faults.push(...endpointFaults(random, day, network, endpoint))
    const busy = faults.filter((fault) => fault.what === 'away' && fault.network === network.id)
    for (let at = from + random.gap(150_000); at < until - 80_000; at += 100_000 + random.gap(200_000)) {
      const away = { from: at, until: at + random.whole(35_000, 75_000) }
      if (busy.every((other) => isApart(other, away, 40_000)))
        faults.push({ what: 'away', network: network.id, plan: [pick(random, gone)], ...away })
    }
  }
  for (let at = from + random.gap(25_000); at < until - 60_000; at += 55_000 + random.gap(25_000)) {
    const fault = ofProcessOrDatabase(random, day, at)
    if (!isLongEnough || isApart(quiet, fault, 10_000)) faults.push(fault)
  }
  for (const what of ['hooks', 'twilio'] as const)
    for (let at = from + random.gap(40_000); at < until - 60_000; at += 100_000 + random.gap(40_000)) {
      const manner = pick<HookManner>(random, ['fails', 'busy', 'hangs', 'slow', 'loses'])
      faults.push({ what, manner, from: at, until: at + random.whole(5_000, 25_000) })
    }
  return faults.sort((a, b) => a.from - b.from)
}

const isApart = (one: { from: number; until: number }, other: { from: number; until: number }, ms: number) =>
  one.until + ms < other.from || other.until + ms < one.from

/** An endpoint that lies is left for an hour: it does so once, towards the end of its day. */
function endpointFaults(
  random: RandomStream,
  { from, until }: FaultsOfDay,
  network: DayNetwork,
  endpoint: 'b' | 'c',
): DayFault[] {
  const faults: DayFault[] = []
  let at = from + random.gap(15_000)
  while (at < until - 60_000) {
    const isLiar = network.isProvable && random.next() < 0.25
    const ends = Math.min(until - 30_000, at + random.whole(8_000, 40_000))
    faults.push({
      ...{ what: 'endpoint', network: network.id, endpoint },
      ...{ plan: [pick(random, isLiar ? lying : failing)], from: at, until: ends },
    })
    at = ends + random.gap(20_000)
  }
  return faults
}

function ofProcessOrDatabase(
  random: RandomStream,
  { programs, hasServer }: FaultsOfDay,
  at: number,
): DayFault {
  const which = programs === 1 || random.next() < 0.25 ? null : random.whole(0, programs - 1)
  const process = (): DayFault => ({
    what: 'process',
    how: pick(random, ['SIGKILL', 'SIGKILL', 'SIGTERM', 'SIGSTOP']),
    which,
    from: at,
    until: at + random.whole(1_000, 18_000),
  })
  if (!hasServer || random.next() < 0.6) return process()
  const how = pick<'stop' | 'kill' | 'slow' | 'cut'>(random, ['stop', 'kill', 'slow', 'cut'])
  return { what: 'database', how, from: at, until: at + random.whole(2_000, 15_000) }
}
