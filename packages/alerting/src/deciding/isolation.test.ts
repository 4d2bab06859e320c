import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  deciding,
  type Observation,
  type Outcome,
  type RuleFailure,
  type ValidatorReading,
} from '../deciding.ts'
import { heightsOf, lineOf, someHeight, someReading, someState } from '../testing/some-observations.ts'

/** A reading of which one value cannot be had: whatever rule asks for it throws. */
function broken(reading: ValidatorReading, field: keyof ValidatorReading): ValidatorReading {
  return Object.defineProperty({ ...reading }, field, {
    get() {
      throw new TypeError(`no ${field}`)
    },
  })
}

function decideAll(observations: readonly Observation[]) {
  let state = deciding.begin(1)
  const outcomes: Outcome[] = []
  const failures: RuleFailure[] = []
  for (const observation of observations) {
    const decision = deciding.step(state, observation)
    state = decision.state
    outcomes.push(...decision.outcomes)
    failures.push(...decision.failures)
  }
  return { state, outcomes, failures, lines: outcomes.map(lineOf) }
}

/** The same heights for a second validator, whose readings are broken where `isBroken` says so. */
function withOther(letters: string, field: keyof ValidatorReading, isBroken: (index: number) => boolean) {
  return heightsOf(letters).map((height, index) => {
    const [own] = height.values
    const other = { ...(own ?? someReading()), id: 8 }
    return { ...height, values: [isBroken(index) ? broken(other, field) : other, own ?? null] }
  })
}

const asked = ['consecutiveMissed', 'missedBlocks', 'secondsToJail', 'window'] as const

describe('E45: a broken rule is UNKNOWN, and stops nobody else', () => {
  test('E45: every other target is decided as if it were not there', () => {
    fc.assert(
      fc.property(
        fc.array(fc.constantFrom('s', 's', 'm', 'm', 'n', '-'), { maxLength: 60 }),
        fc.constantFrom(...asked),
        fc.func(fc.boolean()),
        (all, field, isBroken) => {
          const letters = all.join('')
          const own = ({ target }: Outcome) => target.key === 'validator:7'
          const whole = decideAll(heightsOf(letters)).outcomes
          const beside = decideAll(withOther(letters, field, isBroken)).outcomes.filter(own)
          // What part of the power missed as well is another one with two of them.
          expect(beside.map(lineOf)).toEqual(whole.filter(own).map(lineOf))
        },
      ),
      { numRuns: 100 },
    )
  })

  test('E45: it is as if nothing of that were known at these heights', () => {
    fc.assert(
      fc.property(
        fc.array(fc.constantFrom('s', 's', 'm', 'm', 'n'), { maxLength: 60 }),
        fc.func(fc.boolean()),
        (all, isBroken) => {
          const letters = all.join('')
          const unknown = heightsOf(letters).map((height, index) => ({
            ...height,
            values: height.values.map(
              (one) => one && (isBroken(index) ? { ...one, missedBlocks: null, window: null } : one),
            ),
          }))
          const throwing = heightsOf(letters).map((height, index) => ({
            ...height,
            values: height.values.map((one) => one && (isBroken(index) ? broken(one, 'missedBlocks') : one)),
          }))
          const windows = ({ conditionId }: Outcome) => conditionId < 110
          const [reported, instead] = [decideAll(unknown).outcomes, decideAll(throwing).outcomes]
          expect(instead.filter(windows).map(lineOf)).toEqual(reported.filter(windows).map(lineOf))
        },
      ),
      { numRuns: 100 },
    )
  })

  test('E45: it says which rule of which target, keeps what was known, and goes on with it afterwards', () => {
    const [seen, missing, later] = [1, 2, 3].map((height) =>
      someHeight(height, {
        values: [someReading({ letter: height > 1 ? 'm' : 's', consecutiveMissed: height - 1 })],
      }),
    )
    if (!seen || !missing || !later) throw new Error('three heights')
    const values = [broken(someReading({ letter: 'm' }), 'consecutiveMissed')]
    const { state, failures, lines } = decideAll([seen, { ...missing, values }])
    expect(lines).toEqual([])
    expect(new Set(failures.map(({ target }) => target))).toEqual(new Set(['validator:7']))
    expect(failures.map(({ conditionId }) => conditionId)).toContain(111)
    expect(failures[0]?.error).toBeInstanceOf(TypeError)
    expect(state.targets['validator:7']?.conditions[111]).toMatchObject({ is: 0, unknown: missing.at })
    expect(decideAll([seen, { ...missing, values }, later]).lines).toEqual(['BEGAN 111@3'])
  })

  test('E45: what was half done is undone: of stakes, commissions and slashes nothing is reported or remembered', () => {
    const first = someState(1, { values: [someReading({ commissionRate: 0.05 })] })
    const half = someState(2, {
      values: [broken(someReading({ commissionRate: 0.2 }), 'tokens'), { ...someReading(), id: 8 }],
    })
    const whole = someState(3, {
      values: [someReading({ commissionRate: 0.2 }), { ...someReading(), id: 8 }],
    })
    const { failures, lines, state } = decideAll([first, half])
    expect(lines).toContain('CHANGED 601@2')
    expect(failures.map(({ conditionId }) => Math.floor(conditionId / 100))).toEqual(
      expect.arrayContaining([5]),
    )
    expect(state.targets['validator:7']?.stake).toEqual(
      decideAll([first]).state.targets['validator:7']?.stake,
    )
    expect(state.targets['validator:8']).toBeDefined()
    expect(decideAll([first, half, whole]).failures).toEqual(failures)
  })

  test('E45: a target whose rules are broken is not gone', () => {
    const states = [1, 2].map((height) =>
      someState(height, { values: [height === 1 ? someReading() : broken(someReading(), 'jailed')] }),
    )
    const { state } = decideAll(states)
    expect(state.targets['validator:7']?.conditions[201]).toMatchObject({ is: 0, unknown: someState(2).at })
  })
})
