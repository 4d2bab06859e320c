import type { NetworkProfile } from '../network-profile.ts'
import type { ValidatorEvent } from './chain-event.ts'
import { createRandomStream, hashText, mix } from './random.ts'
import type { RosterEntry } from './roster.ts'

interface PlanInput {
  start: number
  seed: string
  profile: NetworkProfile
  roster: readonly RosterEntry[]
  cycle: number
  from: number
  blocks: number
}

/** Eras over which the rare changes of a roster are spread. */
const SPREAD = 3_000
/** The largest stakes never go down for long: the chain would stop. */
const SAFE_PLACES = 14
/** Nothing is planned for the last blocks of a cycle (upgrade.ts). */
const QUIET_END = 8
const HALF_PERCENT = 5_000_000_000_000_000n
const PERCENT = 2n * HALF_PERCENT

/** What of a validator goes on through cycles. */
interface Lifetime {
  joinCycle: number
  leaveCycle: number
  tombstoneCycle: number
  /** Place within the cycle, 0 to 1. */
  at: number
}

const FOREVER: Lifetime = { joinCycle: -1, leaveCycle: Infinity, tombstoneCycle: Infinity, at: 0 }

export function lifetimeOf(seed: string, profile: NetworkProfile, index: number): Lifetime {
  const { longJailed, comersAndGoers, tombstones } = profile.activity
  const start = mix(hashText(`${seed}/${profile.slug}/lifetime`), index)
  const at = 0.1 + (0.6 * mix(start, 1)) / 0x100000000
  const cycle = mix(start, 2) % SPREAD
  const fromEnd = profile.validators - longJailed - 1 - index
  if (fromEnd >= 0 && fromEnd < comersAndGoers) {
    return fromEnd % 2 === 0 ? { ...FOREVER, joinCycle: cycle, at } : { ...FOREVER, leaveCycle: cycle, at }
  }
  const place = index - 40
  if (place >= 0 && place % 5 === 0 && place / 5 < tombstones)
    return { ...FOREVER, tombstoneCycle: cycle, at }
  return FOREVER
}

/** Everything that happens by itself to validators in a cycle, in order of height. */
export function planEvents(input: PlanInput): ValidatorEvent[] {
  const events = [...lifetimes(input), ...delegations(input), ...commissions(input), ...downs(input)]
  const end = input.from + input.blocks - QUIET_END
  return events.filter((event) => event.at < end).sort((a, b) => a.at - b.at)
}

function lifetimes({ seed, profile, roster, cycle, from, blocks }: PlanInput): ValidatorEvent[] {
  return roster.flatMap(({ index }): ValidatorEvent[] => {
    const lifetime = lifetimeOf(seed, profile, index)
    const at = from + Math.floor(lifetime.at * blocks)
    if (lifetime.joinCycle === cycle) return [{ at, what: 'join', validator: index }]
    if (lifetime.leaveCycle === cycle) return [{ at, what: 'leave', validator: index }]
    if (lifetime.tombstoneCycle === cycle) return [{ at, what: 'tombstone', validator: index }]
    return []
  })
}

/** Stakes walk around what the roster says and are back there when the cycle ends. */
function delegations({ start, profile, roster, from, blocks }: PlanInput): ValidatorEvent[] {
  const every = profile.activity.delegationEvery
  if (every === null) return []
  const random = createRandomStream(mix(start, 11))
  const events: ValidatorEvent[] = []
  const touched = new Set<number>()
  const walkers = roster.length - profile.activity.longJailed - profile.activity.comersAndGoers
  const end = from + blocks - 4_000
  for (let at = from + random.gap(every); at < end; at += random.gap(every)) {
    const index = random.whole(0, walkers - 1)
    const tokens = roster[index]?.tokens ?? 0n
    const change = (tokens * BigInt(Math.round((random.next() - 0.5) * 600))) / 10_000n
    touched.add(index)
    events.push({ at, what: 'power', validator: index, tokens: tokens + change })
  }
  for (const index of touched) {
    events.push({
      at: end + random.whole(0, 3_000),
      what: 'power',
      validator: index,
      tokens: roster[index]?.tokens ?? 0n,
    })
  }
  return events
}

/** At which heights of a cycle commissions are changed for the last time in it, by place in the roster. */
export function lastCommissions(input: PlanInput): ReadonlyMap<number, number> {
  const changes = commissions(input).sort((a, b) => a.at - b.at)
  return new Map(
    changes.flatMap(({ at, validator }) => (typeof validator === 'number' ? [[validator, at]] : [])),
  )
}

function commissions({ start, profile, roster, from, blocks }: PlanInput): ValidatorEvent[] {
  const every = profile.activity.commissionEvery
  if (every === null || profile.staking === null) return []
  const random = createRandomStream(mix(start, 12))
  const events: ValidatorEvent[] = []
  const touched = new Set<number>()
  const least = profile.staking.minCommission
  const end = from + blocks - 4_000
  for (let at = from + random.gap(every); at < end; at += random.gap(every)) {
    const entry = roster[random.whole(0, roster.length - profile.activity.longJailed - 1)]
    if (entry === undefined || touched.has(entry.index)) continue
    touched.add(entry.index)
    const wanted = entry.commission + BigInt(random.whole(-6, 8)) * HALF_PERCENT
    const rate = wanted < least ? least : wanted > entry.maxCommission ? entry.maxCommission : wanted
    if (rate === entry.commission) continue
    events.push({ at, what: 'commission', validator: entry.index, rate })
    events.push({
      at: end + random.whole(0, 3_000),
      what: 'commission',
      validator: entry.index,
      rate: entry.commission,
    })
  }
  return events.filter((event) => event.what !== 'commission' || event.rate < 100n * PERCENT)
}

/** Validators that go down, most of them for long enough to be jailed. */
function downs({ start, profile, roster, from, blocks }: PlanInput): ValidatorEvent[] {
  const every = profile.activity.downEvery
  if (every === null || profile.staking === null) return []
  const random = createRandomStream(mix(start, 13))
  const { signedBlocksWindow, minSignedPerWindow } = profile.staking.slashing
  const needed = signedBlocksWindow * (1 - Number(minSignedPerWindow / 1_000_000_000_000n) / 1_000_000)
  const walkers = roster.length - profile.activity.longJailed - profile.activity.comersAndGoers
  const busyUntil = new Map<number, number>()
  const events: ValidatorEvent[] = []
  for (let at = from + random.gap(every); at < from + blocks; at += random.gap(every)) {
    const index = random.whole(SAFE_PLACES, walkers - 1)
    const length = Math.ceil(needed * (random.next() < 0.75 ? 1.3 : 0.1 + 0.5 * random.next()))
    const free = (busyUntil.get(index) ?? 0) < at && roster[index]?.habit !== 'steady'
    if (!free) continue
    busyUntil.set(index, at + length + 12_000)
    events.push({ at, what: 'down', validator: index, blocks: length })
  }
  return events
}
