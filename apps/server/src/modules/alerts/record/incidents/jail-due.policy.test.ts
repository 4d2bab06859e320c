import { expect, test } from 'vitest'
import { steadyToJail } from './jail-due.policy.ts'

const said = { asOfMs: 0, secondsToJail: 293 }

test('E366: what is left until jail does not grow by the mean time of blocks while the row goes on', () => {
  // 23 seconds later: 270 blocks, of which each seems to take longer.
  expect(steadyToJail({ asOfMs: 23_000, secondsToJail: 301 }, said)).toBe(270)
  expect(steadyToJail({ asOfMs: 23_000, secondsToJail: 265 }, said)).toBe(265)
})

test('E366: what is much further away, or was to be over by now, is said as it is', () => {
  expect(steadyToJail({ asOfMs: 23_000, secondsToJail: 400 }, said)).toBe(400)
  expect(steadyToJail({ asOfMs: 300_000, secondsToJail: 12 }, said)).toBe(12)
  expect(steadyToJail({ asOfMs: 23_000, secondsToJail: 301 }, { asOfMs: 0, secondsToJail: null })).toBe(301)
})

test('E392: “any moment now” is not said while jail is a minute away by the newest figures', () => {
  const later = (secondsToJail: number) => steadyToJail({ asOfMs: 235_000, secondsToJail }, said)
  // 58 seconds by what was said.
  expect(later(73)).toBe(60)
  expect(later(60)).toBe(60)
  expect(later(59)).toBe(58)
  expect(later(50)).toBe(50)
})
