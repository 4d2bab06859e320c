import { describe, expect, it } from 'vitest'
import { closingList } from './closing-list.ts'
import type { TierResult } from './tier.ts'

const unit: TierResult = {
  tier: 'unit',
  outcome: { ran: { passed: 10, failed: 0, skipped: 1 } },
  seconds: 61.4,
}
const chain: TierResult = {
  tier: 'chain',
  outcome: { notRun: { why: 'no Go on this machine', install: 'install Go 1.24 or newer' } },
  seconds: 0,
}

describe('the closing list', () => {
  it('adds up, says the seconds of each and ends with the one line', () => {
    const { lines, good } = closingList(
      [unit, { tier: 'web', outcome: { ran: { passed: 5, failed: 0, skipped: 0 } }, seconds: 1203 }],
      [],
    )
    expect(lines).toEqual([
      'unit     61 s  11 tests, 10 passed, 1 skipped',
      'web    1203 s  5 tests, 5 passed',
      '15 passed, 0 failed, 1 skipped',
    ])
    expect(good).toBe(true)
  })

  it('counts a tier not run as skipped, with the reason and the remedy', () => {
    const { lines, good } = closingList([unit, chain], [])
    expect(lines).toContain('chain      0 s  not run: no Go on this machine; install Go 1.24 or newer')
    expect(lines.at(-1)).toBe('10 passed, 0 failed, 2 skipped')
    expect(good).toBe(true)
  })

  it('fails when a required tier did not run', () => {
    const { lines, good } = closingList([unit, chain], ['chain'])
    expect(lines.at(-1)).toBe('10 passed, 1 failed, 1 skipped')
    expect(good).toBe(false)
  })

  it('fails when a required tier was not asked for', () => {
    const { lines, good } = closingList([unit], ['browser'])
    expect(lines).toContain('browser      - s  not run: not selected, although REQUIRE_TIERS names it')
    expect(lines.at(-1)).toBe('10 passed, 1 failed, 1 skipped')
    expect(good).toBe(false)
  })

  it('fails when a tier ran without running any test', () => {
    const empty: TierResult = {
      tier: 'unit',
      outcome: { ran: { passed: 0, failed: 0, skipped: 3 } },
      seconds: 1,
    }
    expect(closingList([empty], []).good).toBe(false)
    expect(closingList([], []).good).toBe(false)
  })

  it('says at the end what failed, before the one line', () => {
    const ran = { passed: 1, failed: 1, skipped: 0, failures: ['✗ a.test.ts b\n    expected 1 to be 2'] }
    const { lines } = closingList([{ ...unit, outcome: { ran } }], [])
    expect(lines.slice(1)).toEqual([
      'unit: ✗ a.test.ts b\n    expected 1 to be 2',
      '1 passed, 1 failed, 0 skipped',
    ])
  })

  it('fails when a test failed', () => {
    expect(closingList([{ ...unit, outcome: { ran: { passed: 1, failed: 1, skipped: 0 } } }], []).good).toBe(
      false,
    )
  })
})
