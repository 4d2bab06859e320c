import { describe, expect, test } from 'vitest'
import type { ChainEvent, Observation, ValidatorReading } from '../deciding.ts'
import { decideAll, lineOf, someReading, someState, timeOf } from '../testing/some-observations.ts'

/** A state read every minute (ten blocks), each with one more of these readings of a validator. */
function statesOf(readings: readonly Partial<ValidatorReading>[], everyBlocks = 10): Observation[] {
  return readings.map((reading, index) =>
    someState(1 + index * everyBlocks, { values: [someReading(reading)] }),
  )
}
const reported = (readings: readonly Partial<ValidatorReading>[], everyBlocks?: number) =>
  decideAll(statesOf(readings, everyBlocks)).outcomes.map(lineOf)

const event = (kind: string, other: Partial<ChainEvent> = {}): ChainEvent => ({
  kind,
  validatorId: 7,
  before: null,
  after: null,
  height: 15,
  chainAt: timeOf(15) + 1,
  assurance: 'AGREED',
  host: 'other.example.org',
  ...other,
})

const slash = event('slashed', { before: '1000', after: '950' })

describe('E14: jailed, tombstoned, in the active set', () => {
  test('E14: each turn is reported, and UNKNOWN is none', () => {
    const out = { bondStatus: 'BOND_STATUS_UNBONDING', inSet: false } as const
    expect(
      reported([
        {},
        { ...out, jailed: true },
        { ...out, jailed: null },
        { ...out, jailed: true },
        { jailed: false },
        { tombstoned: true },
      ]),
    ).toEqual(['BEGAN 201@11', 'ENDED 401@11', 'ENDED 201@41', 'BEGAN 401@41', 'BEGAN 301@51'])
  })
  test('E14: with the block, time and assurance of the timeline where it has one', () => {
    const jailed = { jailed: true, bondStatus: 'BOND_STATUS_UNBONDING', inSet: false } as const
    const { outcomes } = decideAll([
      someState(1),
      someState(20, {
        values: [someReading(jailed)],
        events: [event('jailed'), event('unbonding'), event('jailed', { validatorId: 9 })],
      }),
    ])
    expect(outcomes).toHaveLength(2)
    for (const outcome of outcomes)
      expect(outcome).toMatchObject({
        height: 15,
        at: timeOf(15) + 1,
        evidence: { assurance: 'AGREED', host: 'other.example.org' },
      })
  })
  test('E14: a jailing that no state shows is reported with its un-jailing', () => {
    const { outcomes } = decideAll([
      someState(1),
      someState(20, { events: [event('jailed'), event('unjailed', { height: 18, chainAt: timeOf(18) })] }),
    ])
    expect(outcomes.map(lineOf)).toEqual(['BEGAN 201@15', 'ENDED 201@18'])
  })
  test('E217: the end of what was so at the first look does not say how long it was', () => {
    const turns = [{ jailed: true }, { jailed: false }, { jailed: true }, { jailed: false }]
    const { outcomes } = decideAll(statesOf(turns))
    const ends = outcomes.filter(({ conditionId, kind }) => conditionId === 201 && kind === 'ENDED')
    expect(ends.map((one) => [lineOf(one), one.evidence.began_at])).toEqual([
      ['ENDED 201@11', undefined],
      ['ENDED 201@31', timeOf(21)],
    ])
  })
  test('E30: a timeline before the first state reports nothing', () => {
    expect(
      decideAll([someState(20, { events: [event('jailed'), event('unjailed'), slash] })]).outcomes,
    ).toEqual([])
  })
  test('E35: what changed while nobody looked is reported once, with the time of the chain', () => {
    const before = decideAll([someState(1)]).state
    const stored = JSON.parse(JSON.stringify(before))
    const values = [someReading({ jailed: true })]
    const later = decideAll([someState(9_000, { values }), someState(9_010, { values })], { from: stored })
    expect(later.outcomes.map((one) => [lineOf(one), one.at])).toEqual([['BEGAN 201@9000', timeOf(9_000)]])
  })
  test('E38: a state that one source reports is confirmed by the next state, not by the same one', () => {
    const single = { assurance: 'SINGLE', values: [someReading({ jailed: true })] } as const
    const jailed = someState(11, single)
    expect(decideAll([someState(1), jailed, jailed]).outcomes.map(lineOf)).toEqual(['BEGAN 201@11'])
    const reported = { ...jailed, events: [event('jailed', { assurance: 'SINGLE' })] }
    expect(decideAll([someState(1), reported]).outcomes.map(lineOf)).toEqual(['BEGAN 201@15'])
    expect(decideAll([someState(1), jailed, someState(21, single)]).outcomes.map(lineOf)).toEqual([
      'BEGAN 201@11',
      'CONFIRMED 201@21',
    ])
    expect(decideAll([someState(1), jailed, someState(21)]).outcomes.map(lineOf)).toEqual([
      'BEGAN 201@11',
      'ENDED 201@21',
    ])
  })
})

describe('E15: share of the power, commission above', () => {
  test('E15: shares flap behind their margin only', () => {
    const shares = [0.04, 0.051, 0.0495, 0.051, 0.0489]
    expect(reported(shares.map((powerShare) => ({ powerShare })))).toEqual(['BEGAN 531@11', 'ENDED 531@41'])
  })
})

describe('E17: commission', () => {
  test('E17: every change of the last known rate is reported, once, as of its height', () => {
    const rates = [0.05, 0.05, 0.06, 0.08, null, 0.08, 0.07]
    const { outcomes } = decideAll(statesOf(rates.map((commissionRate) => ({ commissionRate }))))
    expect(outcomes.filter(({ kind }) => kind === 'CHANGED').map(lineOf)).toEqual([
      'CHANGED 601@21',
      'CHANGED 601@31',
      'CHANGED 602@61',
    ])
    expect(outcomes.filter(({ kind }) => kind === 'BEGAN').map(lineOf)).toEqual(['BEGAN 611@21'])
    expect(outcomes.find(({ kind }) => kind === 'CHANGED')?.evidence).toMatchObject({
      before: '0.05',
      after: '0.06',
      value: 0.06,
    })
  })
  test('E17 E36: two changes have two names', () => {
    const { outcomes } = decideAll(statesOf([0.01, 0.02, 0.03].map((commissionRate) => ({ commissionRate }))))
    expect(outcomes.map(({ key }) => key)).toEqual(['1/validator:7/6011/1@11#2', '1/validator:7/6011/2@21#3'])
  })
})

describe('E18: slashed', () => {
  test('E18: each slash of the timeline is reported, as of its block', () => {
    const { outcomes } = decideAll([
      someState(1),
      someState(20, { events: [slash, { ...slash, height: 17, after: '900', before: '950' }] }),
    ])
    expect(outcomes.map(lineOf)).toEqual(['CHANGED 521@15', 'CHANGED 521@17'])
    expect(outcomes[0]).toMatchObject({
      severity: 'CRITICAL',
      trigger: 'FALSE_TO_TRUE',
      at: timeOf(15) + 1,
      evidence: { before: '1000', after: '950', assurance: 'AGREED' },
    })
    expect(outcomes[0]?.evidence.value).toBeCloseTo(0.05)
  })
  test('E18 E33: the same change batch again reports nothing', () => {
    const state = someState(20, { events: [slash] })
    expect(decideAll([someState(1), state, state]).outcomes).toHaveLength(1)
  })
  test('E18 E38: of one source it is confirmed by the next state', () => {
    const single = { ...slash, assurance: 'SINGLE' } as const
    const all = [someState(1), someState(20, { events: [single] }), someState(30)]
    expect(decideAll(all).outcomes.map(lineOf)).toEqual(['CHANGED 521@15', 'CONFIRMED 521@30'])
  })
})

describe('E16: stake', () => {
  type Part = readonly [minutes: number, tokens: number | null]
  /** Minutes of one stake, then of others: a state every ten blocks, which is a minute. */
  const stakes = (...parts: readonly Part[]) =>
    parts.flatMap(([minutes, tokens]) =>
      Array.from({ length: minutes }, () => ({ tokens: tokens === null ? null : BigInt(tokens) })),
    )
  const reportedOf = (...parts: Part[]) => reported(stakes(...parts))

  test('E16: a fall against the highest of the hour is reported by every threshold that it reaches', () => {
    expect(reportedOf([61, 1_000], [1, 950])).toEqual(['CHANGED 501@611', 'CHANGED 502@611'])
    expect(reportedOf([61, 1_000], [1, 991])).toEqual([])
    expect(reportedOf([61, 1_000], [1, 900])).toContain('CHANGED 503@611')
    expect(reportedOf([61, 1_000], [1, 750])).toContain('CHANGED 504@611')
  })
  test('E16: a rise against the lowest of the hour', () => {
    expect(reportedOf([61, 1_000], [1, 1_050])).toEqual(['CHANGED 511@611', 'CHANGED 512@611'])
    expect(reportedOf([61, 1_000], [1, 1_009])).toEqual([])
  })
  test('E16: until the hour is covered nobody is notified', () => {
    expect(reportedOf([60, 1_000], [1, 900])).toEqual([])
  })
  test('E16: small steps add up', () => {
    const steps = Array.from({ length: 10 }, (_, i) => [1, 999 - i] as const)
    expect(reportedOf([61, 1_000], ...steps)).toEqual(['CHANGED 501@701'])
  })
  test('E16: what was reported is not reported again while it stays, or comes back and goes', () => {
    expect(reportedOf([61, 1_000], [90, 985])).toEqual(['CHANGED 501@611'])
    const falls = reportedOf([61, 1_000], [5, 985], [5, 1_000], [5, 985]).filter((line) =>
      line.includes(' 501'),
    )
    expect(falls).toEqual(['CHANGED 501@611'])
  })
  test('E16: as far again from what was reported is a second change, at once', () => {
    const nearly = decideAll(statesOf(stakes([61, 1_000], [5, 950], [1, 903]))).outcomes
    expect(nearly.filter(({ conditionId }) => conditionId === 502).map(lineOf)).toEqual(['CHANGED 502@611'])
    const again = decideAll(statesOf(stakes([61, 1_000], [5, 950], [1, 900]))).outcomes
    expect(again.filter(({ conditionId }) => conditionId === 502)).toMatchObject([
      { height: 611, evidence: { before: '1000', after: '950' } },
      { height: 661, evidence: { before: '950', after: '900' } },
    ])
  })
  test('E16: it is armed anew when it has stayed for the time', () => {
    expect(reportedOf([61, 1_000], [62, 985], [1, 974])).toEqual(['CHANGED 501@611', 'CHANGED 501@1231'])
  })
  test('E16: a jailing takes power, not tokens', () => {
    const rows = [...stakes([61, 1_000]), { tokens: 1_000n, powerShare: 0, inSet: false }]
    expect(reported(rows)).toEqual([])
  })
  test('E16 E31: tokens that are not known for a while neither report nor forget', () => {
    expect(reportedOf([61, 1_000], [10, null], [1, 950])).toEqual(['CHANGED 501@711', 'CHANGED 502@711'])
  })
  test('E16: tokens that are not known for longer than the time begin it anew', () => {
    expect(reportedOf([61, 1_000], [70, null], [1, 950])).toEqual([])
  })
  test('E16: a fall while nobody looked for less than a day is reported against the day', () => {
    const day = Array.from({ length: 13 }, () => ({ tokens: 1_000n }))
    expect(reported([...day, { tokens: 940n }], 1_200)).toEqual(['CHANGED 505@15601', 'CHANGED 506@15601'])
  })
})
