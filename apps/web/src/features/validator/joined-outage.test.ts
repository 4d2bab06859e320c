import type { Outage, ValidatorEvent } from '@roundsman/contract/networks/validator-details'
import { describe, expect, it } from 'vitest'
import { endedInJail, joinedOutage } from './joined-outage.ts'

const now: Outage = {
  ...{ blocks: 188, first_height: 1_000, last_height: 1_187, at_least: false },
  ...{ from: '2026-11-26T07:44:12Z', to: '2026-11-26T07:51:00Z' },
}
const before = (change: Partial<Outage>, imported = true): ValidatorEvent => ({
  ...{ id: 5, kind: 'outage', height: 999, at: '2026-11-26T07:44:10Z', before: null, after: null },
  ...{ assurance: null, imported },
  outage: {
    ...{ blocks: 490, first_height: 500, last_height: 999, at_least: false },
    ...{ from: '2026-11-26T04:30:00Z', to: '2026-11-26T07:44:10Z' },
    ...change,
  },
})

describe('P850: an imported outage', () => {
  it('that ends at the block before the one under way is a part of it', () => {
    expect(joinedOutage(now, [before({})])).toEqual({
      event: 5,
      outage: { ...now, blocks: 678, first_height: 500, from: '2026-11-26T04:30:00Z' },
    })
  })
  it('that ends within it gives the least number that is sure', () => {
    const { outage, event } = joinedOutage(now, [before({ last_height: 1_086, blocks: 577 })])
    expect([event, outage.blocks, outage.at_least]).toEqual([5, 188 + 577 - 87, true])
  })
  it('of which not every block was read is “at least”, joined too', () => {
    expect(joinedOutage(now, [before({ at_least: true })]).outage.at_least).toBe(true)
  })
  it.each([
    ['with a block between them', before({ last_height: 998 })],
    ['that this server saw end', before({}, false)],
    ['that begins no earlier', before({ first_height: 1_000, last_height: 1_100 })],
    ['that ends later', before({ last_height: 1_200 })],
  ])('%s stays one of its own', (_what, event) => {
    expect(joinedOutage(now, [event])).toEqual({ outage: now, event: null })
  })
})

describe('P889: an outage that ended in jail', () => {
  const jailed = (height: number | null, at: string): ValidatorEvent => ({
    ...{ id: 9, kind: 'jailed', height, at, before: 'false', after: 'true', assurance: 'PROVEN' },
  })
  it.each([
    ['at the block after its last one', jailed(1_188, '2026-11-26T07:51:06Z'), true],
    ['within it, as state that comes late says', jailed(1_180, '2026-11-26T07:50:00Z'), true],
    ['at no known block, while it went on', jailed(null, '2026-11-26T07:51:30Z'), true],
    ['before it', jailed(999, '2026-11-26T07:44:00Z'), false],
    ['later, of another one', jailed(1_300, '2026-11-26T08:10:00Z'), false],
    ['at no known block, later', jailed(null, '2026-11-26T08:10:00Z'), false],
  ])('jailed %s', (_when, event, expected) => {
    expect(endedInJail(now, [event])).toBe(expected)
  })
})
