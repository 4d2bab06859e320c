import { expect, test } from 'vitest'
import { type Begun, howOften } from './how-often.ts'

const minute = 60_000
const start = Date.UTC(2026, 10, 27, 4, 34)
/** Three missed in a row; jail within 6 hours, within one; more than 5 % of the window. */
const [three, jailIn6, jailIn1, share] = [112, 122, 123, 103]

/** A step of an outage that began so many minutes after the start. */
function step(
  condition: number,
  times: number,
  minutes: number,
  over: { flaps?: { count: number; since: number }; jailedMs?: number; isEnd?: boolean } = {},
): Begun {
  const { flaps, jailedMs = null, isEnd = false } = over
  const settingId = condition * 10 + (isEnd ? 2 : 1)
  const at = start + minutes * minute
  return {
    settingId,
    severity: 'WARNING',
    occurrence: `1/validator:7/${settingId}/${times}@${minutes}`,
    jailedMs,
    evidence: {
      ...{ assurance: 'PROVEN', host: null, observed_at: at, value: null, threshold: null },
      ...{ began_at: at, ...(flaps && { flaps }) },
    },
  }
}

test('E365: a step that comes for the first time, or began twice in one outage, says which outage this is', () => {
  const first = step(three, 1, 0)
  const [again, near] = [step(three, 2, 3, { flaps: { count: 2, since: start } }), step(jailIn6, 1, 3)]
  const nearer = step(jailIn1, 2, 3, { flaps: { count: 2, since: start + 4 * minute } })
  const known = [nearer, near, again, first]
  for (const one of [again, near, nearer, step(jailIn1, 2, 9, { isEnd: true })])
    expect(howOften(one, known)).toEqual({ count: 2, since: start })
  expect(howOften(first, known)).toEqual({ count: 1, since: start })
  // Another one an hour later is counted anew.
  const late = step(three, 3, 80)
  expect(howOften(late, [late, ...known])).toEqual({ count: 1, since: start + 80 * minute })
})

test('E365 E326: a jailing ends the count in all words, of every step', () => {
  const jailedMs = start + 11 * minute
  const before = step(three, 3, 3, { flaps: { count: 3, since: start } })
  const flaps = { count: 4, since: start }
  const after = step(three, 4, 15, { flaps, jailedMs })
  const next = step(three, 5, 18, { flaps: { count: 5, since: start }, jailedMs })
  const known = [next, after, before]
  expect(howOften(after, known)).toEqual({ count: 1, since: start + 15 * minute })
  for (const one of [next, step(three, 5, 20, { isEnd: true })])
    expect(howOften(one, known)).toEqual({ count: 2, since: start + 15 * minute })
  // What is no outage of missed blocks counts its own beginnings.
  const ofShare = step(share, 2, 16, { flaps: { count: 2, since: start }, jailedMs })
  expect(howOften(ofShare, [ofShare, step(share, 1, 0)])).toEqual({ count: 1, since: start + 16 * minute })
})

test('E410: told as a later row of missed blocks, a step says which outage that is', () => {
  const first = step(three, 1, 0)
  const share3 = step(share, 1, 10, { flaps: { count: 3, since: start } })
  const last = step(three, 5, 20, { flaps: { count: 5, since: start } })
  const known = [last, share3, first]
  const beganAt = start + 20 * minute
  for (const one of [first, share3, last])
    expect(howOften(one, known, beganAt)).toEqual({ count: 5, since: start })
  // Of a row that no step tells yet, as many as are known, and it.
  expect(howOften(share3, [share3, first], beganAt)).toEqual({ count: 2, since: start })
  // A jailing between them ends the count.
  const jailedMs = start + 15 * minute
  const anew = step(three, 5, 20, { jailedMs })
  expect(howOften(share3, [anew, share3, first], beganAt)).toEqual({ count: 1, since: beganAt })
})
