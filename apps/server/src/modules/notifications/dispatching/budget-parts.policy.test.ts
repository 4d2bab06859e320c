import { expect, test } from 'vitest'
import { type Cost, waysOf } from './budget-parts.policy.ts'

const of = { budget: 20, channel: 'sms' }
const counts = (cost: Cost, owed: { open: number; kept: number }) =>
  waysOf(of, cost, owed).map(({ pot, parts }) => [pot, ...parts.map(({ count }) => count)])
const begins = (urgency: Cost['urgency']): Cost => ({ urgency, isPaidEnd: false })

test('D334: what begins leaves the price of the ends that are still to be told, but for a jailing or a halt', () => {
  const owed = { open: 2, kept: 1 }
  expect(counts(begins('CRITICAL'), owed)).toEqual([['open', 12]])
  expect(counts(begins('NEAR_JAIL'), owed)).toEqual([
    ['open', 12],
    // D300: and, whatever the others were taken from, the last message with its end: a smaller budget may have been set since.
    ['kept', 18, 3],
  ])
  expect(counts(begins('GRAVE'), owed)).toEqual([
    ['open', 12],
    ['kept', 20],
  ])
})

test('D334: an end whose price was taken goes while there is any message left, whatever is owed', () => {
  expect(counts({ urgency: 'WARNING', isPaidEnd: true }, { open: 14, kept: 6 })).toEqual([
    ['open', 14],
    ['kept', 20],
  ])
})
