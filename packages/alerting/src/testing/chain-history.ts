import * as fc from 'fast-check'
import type { ChainEvent, Observation, TickObservation, ValidatorReading } from '../deciding.ts'
import { genesis, someHeight, someReading, someState, someTick } from './some-observations.ts'

const letter = fc.constantFrom<'s' | 'm' | 'n' | 'p' | '-'>('s', 's', 's', 'm', 'm', 'm', 'n', 'p', '-')
const assurance = fc.constantFrom<'PROVEN' | 'SINGLE' | null>('PROVEN', 'PROVEN', 'SINGLE', null)

/** Several blocks alike, so that runs are long enough for every threshold. */
const blocks = fc.record({
  kind: fc.constant('blocks' as const),
  letters: fc.tuple(letter, letter),
  count: fc.integer({ min: 1, max: 25 }),
  seconds: fc.constantFrom(6, 6, 6, 12, 90, 4_000),
  signed: fc.constantFrom(100n, 100n, 90n, 79n, 75n, 69n, 60n),
  assurance,
})
const state = fc.record({
  kind: fc.constant('state' as const),
  jailed: fc.tuple(fc.boolean(), fc.boolean()),
  tombstoned: fc.boolean(),
  tokens: fc.tuple(fc.integer({ min: 880, max: 1_000 }), fc.constantFrom(700, 1_000, 1_300)),
  rate: fc.constantFrom(0.05, 0.06, 0.2, 0.5),
  share: fc.constantFrom(0.01, 0.049, 0.0501, 0.4),
  seconds: fc.constantFrom(6, 600, 3_000, 20_000),
  events: fc.subarray(['slashed', 'jailed', 'unjailed', 'commission_changed'], { maxLength: 2 }),
  isGone: fc.boolean(),
  upgrade: fc.constantFrom(null, null, 42, 402),
  assurance,
})
const tick = fc.record({
  kind: fc.constant('tick' as const),
  state: fc.constantFrom<TickObservation['network']['state']>('LIVE', 'LIVE', 'HALTED', 'UNREACHABLE'),
  age: fc.constantFrom(1, 61, 301, 901),
  bridge: fc.option(
    fc.record({ silent: fc.constantFrom(1, 61, 301, 901), lag: fc.constantFrom(0, 8, 30, 120) }),
  ),
  assurance,
})

type Episode =
  | (typeof blocks extends fc.Arbitrary<infer T> ? T : never)
  | (typeof state extends fc.Arbitrary<infer T> ? T : never)
  | (typeof tick extends fc.Arbitrary<infer T> ? T : never)

/** What may happen to a chain with two validators and a bridge, one observation after the other. */
export const chainHistories: fc.Arbitrary<Observation[]> = fc
  .array(
    fc.oneof(
      { weight: 4, arbitrary: blocks },
      { weight: 3, arbitrary: state },
      { weight: 2, arbitrary: tick },
    ),
    {
      minLength: 1,
      maxLength: 16,
    },
  )
  .map((episodes) => observationsOf(episodes))

/** Heights and numbers of change batches leave room: a test may put something between any two, and no two are neighbors. */
function observationsOf(episodes: readonly Episode[]): Observation[] {
  const history = createHistory()
  return episodes.flatMap((episode): Observation[] => {
    switch (episode.kind) {
      case 'blocks':
        return history.blocks(episode)
      case 'state':
        return [history.state(episode)]
      case 'tick':
        return [history.tick(episode)]
    }
  })
}

function createHistory() {
  let height = 0
  let seq = 0
  let ticks = 0
  let at = genesis
  let readings: readonly (ValidatorReading | null)[] = [
    someReading({ powerShare: 0.2, window: 20 }),
    someReading({ id: 8, powerShare: 0.2, window: 20 }),
  ]

  function withLetter(reading: ValidatorReading | null, value: string | undefined): ValidatorReading | null {
    if (reading === null || value === undefined) return reading
    const isMissed = value === 'm'
    const consecutiveMissed = isMissed ? (reading.consecutiveMissed ?? 0) + 1 : 0
    const missedBlocks = Math.min(20, Math.max(0, (reading.missedBlocks ?? 0) + (isMissed ? 1 : -1)))
    return {
      ...reading,
      letter: value === '-' ? null : (value as 's'),
      consecutiveMissed,
      missedBlocks,
      secondsToJail: isMissed ? Math.max(0, 30 - consecutiveMissed) * 1_000 : null,
      secondsToJailAtMost: isMissed ? Math.max(0, 30 - consecutiveMissed) * 1_000 : null,
    }
  }

  return {
    blocks({ letters, count, seconds, signed, assurance: known }: Extract<Episode, { kind: 'blocks' }>) {
      return Array.from({ length: count }, () => {
        height += 3
        at += seconds * 1000
        readings = readings.map((reading, index) => withLetter(reading, letters[index]))
        return someHeight(height, { at, values: readings, signedPower: signed, assurance: known })
      })
    },
    state({
      jailed,
      tombstoned,
      tokens,
      rate,
      share,
      isGone,
      ...other
    }: Extract<Episode, { kind: 'state' }>) {
      seq += 2
      at += other.seconds * 1000
      readings = readings.map((reading, index) => {
        if (isGone && index === 1) return null
        const isJailed = jailed[index] ?? false
        return {
          ...(reading ?? someReading({ id: 8, window: 20 })),
          jailed: isJailed,
          tombstoned,
          commissionRate: rate,
          powerShare: share,
          bondStatus: isJailed ? ('BOND_STATUS_UNBONDING' as const) : ('BOND_STATUS_BONDED' as const),
          inSet: !isJailed,
          tokens: BigInt(tokens[index] ?? 0),
        }
      })
      const events = other.events.map((kind): ChainEvent => {
        const [before, after] = kind === 'slashed' ? ['1000', '950'] : [null, null]
        const known = { assurance: other.assurance, host: null }
        return { kind, validatorId: 7, before, after, height: height + 1, chainAt: at, ...known }
      })
      const upgrade = other.upgrade === null ? null : { name: 'v2', height: height + other.upgrade }
      return someState(height, { seq, at, values: readings, events, upgrade, assurance: other.assurance })
    },
    tick({ state: reached, age, bridge, assurance: known }: Extract<Episode, { kind: 'tick' }>) {
      ticks += 1
      const ms = age * 1000
      const network = {
        state: reached,
        headAgeMs: ms,
        unseenMs: reached === 'UNREACHABLE' ? ms : 0,
        assurance: known,
      }
      const bridges = bridge && [{ id: 3, updateAgeMs: bridge.silent * 1000, lag: bridge.lag, stalledMs: 0 }]
      const observation = someTick(ticks, { ...network, upgrade: undefined })
      return bridges ? { ...observation, bridges } : observation
    },
  }
}
