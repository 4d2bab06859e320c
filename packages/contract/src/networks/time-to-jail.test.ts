import { describe, expect, test } from 'vitest'
import { maxMissed } from './time-to-jail.ts'

describe('maxMissed', () => {
  test.each([
    [10_000, '0.001000000000000000', 9_990],
    [100, '0.500000000000000000', 50],
    [88_888, '0.500000000000000000', 44_444],
    [28_800, '0.050000000000000000', 27_360],
    // Halves round to even: 2.5 to 2, 3.5 to 4.
    [5, '0.500000000000000000', 3],
    [7, '0.500000000000000000', 3],
    [10, '0', 10],
    [10, '1.000000000000000000', 0],
    // The page has a number of it.
    [5, 0.1, 5],
    [15, 0.1, 13],
    [28_800, 0.05, 27_360],
    [10, 1e-7, 10],
  ])('W34: of %i blocks at %s it is %i', (window, minimum, expected) => {
    expect(maxMissed(window, minimum)).toBe(expected)
  })
})
