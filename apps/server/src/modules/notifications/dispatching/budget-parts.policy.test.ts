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
    // D300: and, whatever the others were taken from, the last two messages: a smaller budget may have been set since.
    ['kept', 18, 3],
  ])
  expect(counts(begins('GRAVE'), owed)).toEqual([
    ['open', 12],
    ['kept', 20],
  ])
})

test('D334, D343: an end whose price was taken goes, whatever is owed, while it leaves a message for a jailing or a halt', () => {
  const end: Cost = { urgency: 'WARNING', isPaidEnd: true }
  expect(counts(end, { open: 14, kept: 6 })).toEqual([
    ['open', 14],
    ['kept', 19],
  ])
  // Of so few none is kept for these.
  const few = waysOf({ budget: 3, channel: 'sms' }, end, { open: 0, kept: 0 })
  expect(few.flatMap(({ parts }) => parts.map(({ count }) => count))).toEqual([3, 3])
})
