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
