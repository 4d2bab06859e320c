import { type CycleGovernance, noGovernance, planGovernance } from '../governance/cycle-governance.ts'
import type { NetworkProfile } from '../network-profile.ts'
import type { ValidatorEvent } from './chain-event.ts'
import { FLAG_ABSENT, FLAG_NIL } from './chain-state.ts'
import { lastCommissions, planEvents } from './plan-events.ts'
import { createRandomStream, hashText, mix } from './random.ts'
import type { Habit, RosterEntry } from './roster.ts'

export interface CyclePlan {
  /** First height of the cycle. */
  from: number
  /** By place in the roster: first height, last height, flag, first height, … in order, never overlapping. */
  episodes: readonly Float64Array[]
  /** In order of height. */
  events: readonly ValidatorEvent[]
  governance: CycleGovernance
}

/**
 * Every `cycleBlocks` heights a chain goes through an upgrade: signing infos and stakes start again from what the
 * roster says. It bounds what has to be computed to know any height, however old the chain is.
 */
export function cycleOf(profile: NetworkProfile, height: number): number {
  return Math.floor((height - 1) / profile.cycleBlocks)
}

export function cycleStart(profile: NetworkProfile, cycle: number): number {
  return cycle * profile.cycleBlocks + 1
}

/** What happens by itself in a cycle. */
export function planCycle(
  seed: string,
  profile: NetworkProfile,
  roster: readonly RosterEntry[],
  cycle: number,
  blockTimeMs: number,
): CyclePlan {
  const start = lifeOf(seed, profile, cycle)
  const from = cycleStart(profile, cycle)
  const tolerance = profile.staking?.slashing.signedBlocksWindow ?? 10_000
  return {
    from,
    episodes: roster.map((entry) =>
      planEpisodes(mix(start, 1, entry.index), entry.habit, from, from + profile.cycleBlocks, tolerance),
    ),
    events: planEvents({ start, seed, profile, roster, cycle, from, blocks: profile.cycleBlocks }),
    governance: planGovernance({
      seed,
      profile,
      voters: stayersOf(profile, roster),
      blockTimeMs,
      cycle,
      from,
    }),
  }
}

/** Those of the roster that are there in every cycle. */
export function stayersOf({ activity }: NetworkProfile, roster: readonly RosterEntry[]): number[] {
  return roster
    .slice(0, roster.length - activity.longJailed - activity.comersAndGoers)
    .map(({ index }) => index)
}

/** What all that is random in a cycle starts from. */
function lifeOf(seed: string, profile: NetworkProfile, cycle: number): number {
  return mix(hashText(`${seed}/${profile.slug}/life`), cycle)
}

/** Cycles whose changes of commissions the next ones know of: more than the past of 30 days has. */
const REMEMBERED = 16

/** At which height each commission was last changed before a cycle, by place in the roster. */
export function commissionsBefore(
  seed: string,
  profile: NetworkProfile,
  roster: readonly RosterEntry[],
  cycle: number,
): ReadonlyMap<number, number> {
  const last = new Map<number, number>()
  for (let before = Math.max(0, cycle - REMEMBERED); before < cycle; before++) {
    const start = lifeOf(seed, profile, before)
    const place = { from: cycleStart(profile, before), blocks: profile.cycleBlocks }
    const changes = lastCommissions({ start, seed, profile, roster, cycle: before, ...place })
    for (const [index, height] of changes) last.set(index, height)
  }
  return last
}

export function emptyPlan(from: number, roster: readonly RosterEntry[]): CyclePlan {
  return { from, episodes: roster.map(() => new Float64Array(0)), events: [], governance: noGovernance }
}

/** Mean gap and longest run of each habit; `steady` and `perfect` have their own ways. */
const habits: Record<Exclude<Habit, 'perfect' | 'steady'>, { gap: number; run: number; flag: number }> = {
  rare: { gap: 4_000, run: 2, flag: FLAG_ABSENT },
  light: { gap: 700, run: 3, flag: FLAG_ABSENT },
  bursts: { gap: 5_000, run: 40, flag: FLAG_ABSENT },
  poor: { gap: 18, run: 2, flag: FLAG_ABSENT },
  nil: { gap: 140, run: 1, flag: FLAG_NIL },
}

const STEADY_CELL = 20

function planEpisodes(start: number, habit: Habit, from: number, end: number, window: number): Float64Array {
  if (habit === 'perfect') return new Float64Array(0)
  const random = createRandomStream(start)
  const episodes: number[] = []
  if (habit === 'steady') {
    for (let cell = from; cell < end; cell += STEADY_CELL) {
      const at = cell + random.whole(0, STEADY_CELL - 1)
      episodes.push(at, at, FLAG_ABSENT)
    }
    return Float64Array.from(episodes)
  }
  const { gap, run, flag } = habits[habit]
  // A burst must not jail by itself where the window is short.
  const longest = Math.max(1, Math.min(run, Math.floor(window / 8)))
  let at = from + random.gap(gap)
  while (at < end) {
    const to = at + random.whole(1, longest) - 1
    episodes.push(at, to, flag)
    at = to + 1 + random.gap(gap)
  }
  return Float64Array.from(episodes)
}
