import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { type AlertingState, deciding, type Observation, type Outcome } from '../deciding.ts'
import { chainHistories } from '../testing/chain-history.ts'
import { decideAll } from '../testing/some-observations.ts'

const choices = fc.infiniteStream(fc.boolean())
const runs = { numRuns: 100 }

/** What users get of it: without the times that are our clocks'. */
const alertsOf = (outcomes: readonly Outcome[]) =>
  outcomes.map(
    ({
      at: _at,
      since: _since,
      knownSince: _knownSince,
      evidence: { observed_at: _observed, began_at: _began, ended_at: _ended, began_earlier, ...evidence },
      ...outcome
    }) => ({
      ...outcome,
      // Of a bridge both are by our clock, as its reports are (D321); of blocks whether it began earlier is counted.
      evidence: outcome.target.type === 'BRIDGE' ? evidence : { ...evidence, began_earlier },
    }),
  )

/** The same among other blocks: what a clock decides is of the newest one, an upgrade is nearer, steps have other numbers. */
const amongOthers = (outcomes: readonly Outcome[]) =>
  alertsOf(outcomes).map(({ evidence, ...outcome }) => ({
    ...outcome,
    evidence: Math.floor(outcome.conditionId / 10) === 92 ? null : evidence,
    height: outcome.target.type === 'VALIDATOR' ? outcome.height : null,
    key: outcome.key.replace(/@[^/]*/, ''),
  }))

test('E35: whoever crashes between any two steps gives the same alerts, and ends in the same state', () => {
  fc.assert(
    fc.property(chainHistories, choices, (history, crashes) => {
      const crash = () => crashes.next().value === true
      expect(decideAll(history, { crash })).toEqual(decideAll(history))
    }),
    runs,
  )
})

test('E35: what is stored of touched and closed targets is the whole state', () => {
  fc.assert(
    fc.property(chainHistories, (history) => {
      let state = deciding.begin(1)
      const rows = new Map<string, AlertingState['targets'][string]>()
      for (const observation of history) {
        const decision = deciding.step(state, observation)
        state = decision.state
        for (const key of decision.closed) rows.delete(key)
        for (const key of decision.touched) {
          const target = state.targets[key]
          if (target) rows.set(key, target)
        }
        expect(Object.fromEntries(rows)).toEqual(state.targets)
      }
    }),
    { numRuns: 30 },
  )
})

test('E33: whatever is said again, at once or later, gives the same alerts', () => {
  fc.assert(
    fc.property(chainHistories, choices, fc.infiniteStream(fc.nat(20)), (history, repeats, backs) => {
      const repeated = history.flatMap((observation, index) => {
        if (repeats.next().value !== true) return [observation]
        const older = history[Math.max(0, index - backs.next().value)]
        // A tick says what is now: an older one again would be a new one.
        return older === undefined || older.kind === 'tick' || older.height === null
          ? [observation, observation]
          : [observation, observation, older]
      })
      expect(decideAll(repeated)).toEqual(decideAll(history))
    }),
    runs,
  )
})

test('E32: clocks of ours that jump, in either direction, give the same alerts', () => {
  fc.assert(
    fc.property(
      chainHistories,
      fc.infiniteStream(fc.integer({ min: -(10 ** 9), max: 10 ** 9 })),
      (history, jumps) => {
        let tick = 0
        const jumped = history.map((observation): Observation => {
          // No two ticks have the same time.
          tick += 1
          return { ...observation, now: observation.now + jumps.next().value * 1_000 + (tick % 1_000) }
        })
        expect(alertsOf(decideAll(jumped).outcomes)).toEqual(alertsOf(decideAll(history).outcomes))
      },
    ),
    runs,
  )
})

test('E31: UNKNOWN, put in anywhere, neither makes nor ends an alert, nor delays one', () => {
  fc.assert(
    fc.property(chainHistories, choices, (history, holes) => {
      const holed = history.flatMap((observation, index) =>
        holes.next().value === true ? [observation, unknownAfter(history, index)] : [observation],
      )
      const [plain, other] = [decideAll(history).outcomes, decideAll(holed).outcomes]
      expect(amongOthers(other)).toEqual(amongOthers(plain))
    }),
    runs,
  )
})

test('E36: never two alerts for one beginning: names are never used twice, and beginnings and ends take turns', () => {
  fc.assert(
    fc.property(chainHistories, (history) => {
      const { outcomes } = decideAll(history)
      const reported = outcomes.filter(({ kind }) => kind !== 'CONFIRMED')
      expect(new Set(reported.map(({ key }) => key)).size).toBe(reported.length)
      const last = new Map<string, string>()
      for (const { kind, target, conditionId } of reported) {
        if (kind !== 'BEGAN' && kind !== 'ENDED') continue
        // Who has gone and come back begins anew.
        if (target.id === 8 && history.some((one) => one.kind === 'state' && one.values[1] === null)) continue
        const name = `${target.key} ${conditionId}`
        expect([name, kind]).not.toEqual([name, last.get(name)])
        last.set(name, kind)
      }
      const confirmed = outcomes.filter(({ kind }) => kind === 'CONFIRMED')
      const waiting = new Set(
        reported.filter(({ phone }) => phone === 'AFTER_CONFIRMED').map(({ key }) => key),
      )
      expect(confirmed.filter(({ key }) => !waiting.has(key))).toEqual([])
      expect(new Set(confirmed.map(({ key }) => key)).size).toBe(confirmed.length)
    }),
    runs,
  )
})

test('E30: the first observation reports nothing, whatever it says', () => {
  fc.assert(
    fc.property(chainHistories, (history) => {
      expect(decideAll(history.slice(0, 1)).outcomes).toEqual([])
    }),
    runs,
  )
})

test('E31: the histories that are tried begin, end, change, hold back and confirm all there is', () => {
  const histories = fc.sample(chainHistories, { numRuns: 200, seed: 11 })
  const seen = new Set(histories.flatMap((history) => decideAll(history).outcomes.map(({ kind }) => kind)))
  expect([...seen].sort()).toEqual(['BEGAN', 'CHANGED', 'CONFIRMED', 'ENDED', 'HELD'])
  const conditions = new Set(
    histories.flatMap((history) => decideAll(history).outcomes.map(({ conditionId }) => conditionId)),
  )
  expect(conditions.size).toBeGreaterThan(40)
})

/** An observation right after another that says nothing: heights and batches between are free. */
function unknownAfter(history: readonly Observation[], index: number): Observation {
  const done = history.slice(0, index + 1)
  const observation = done.at(-1)
  const height = done.findLast((one) => one.kind === 'height')
  const state = done.findLast((one) => one.kind === 'state')
  if (observation === undefined) throw new Error('there is one')
  if (observation.kind === 'tick') {
    const network = { ...observation.network, state: 'UNREACHABLE', headAgeMs: null, unseenMs: null } as const
    const bridges = observation.bridges?.map(({ id }) => ({
      id,
      updateAgeMs: null,
      lag: null,
      stalledMs: null,
    }))
    const { bridges: _known, ...tick } = observation
    return { ...tick, now: tick.now + 0.5, network, ...(bridges && { bridges }) }
  }
  const values = observation.values.map(
    (reading) =>
      reading && {
        ...reading,
        ...{
          letter: null,
          bondStatus: null,
          powerShare: null,
          jailed: null,
          tombstoned: null,
          tokens: null,
          commissionRate: null,
        },
        ...{
          missedBlocks: null,
          missedBlocksExact: null,
          consecutiveMissed: null,
          consecutiveMissedExact: null,
          secondsToJail: null,
          secondsToJailAtMost: null,
        },
      },
  )
  const single = { assurance: null, host: null }
  if (observation.kind === 'height')
    return {
      ...observation,
      ...single,
      ...{ height: observation.height + 1, values, signedPower: null, totalPower: null },
    }
  return {
    ...observation,
    ...single,
    ...{ seq: (state?.seq ?? 0) + 1, height: height?.height ?? null, values, events: [] },
    ...{ upgrade: undefined, blockSeconds: null },
  }
}
