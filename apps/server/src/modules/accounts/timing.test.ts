import { afterAll, beforeAll, expect, test } from 'vitest'
import { systemClock } from '../../platform/clock.ts'
import { passwordCost } from './password-hasher.ts'
import { rankScore } from './testing/rank-test.ts'
import { openTestSite, type TestSite } from './testing/test-site.ts'

/** Pairs of tries; a difference of a fifth of the scatter gives a score of about 1, one of the scatter beyond 4. */
const pairs = 60
const password = 'a long enough password'
let site: TestSite
beforeAll(async () => {
  site = await openTestSite({ passwordCost })
  await site.user('ada@example.org', password)
  for (let serial = 0; serial < pairs; serial += 1) await site.user(`user${serial}@example.org`, password)
})
afterAll(() => site.close())

/** Milliseconds of one call, on clocks moved so far that no limit is near. */
async function timeOf(path: string, body: object, serial: number): Promise<number> {
  await site.clock.advance(120_000)
  const browser = await site.visitor({ ip: `10.1.${serial >> 8}.${serial & 255}` })
  const before = systemClock.monotonic()
  const answer = await browser.post(path, body)
  const after = systemClock.monotonic()
  expect([202, 400]).toContain(answer.statusCode)
  return after - before
}

/** Both kinds by turns, each first in every other pair, so that a slow moment of the machine hits them alike. */
async function compare(path: string, bodies: (serial: number) => [object, object]): Promise<number> {
  const samples: [number[], number[]] = [[], []]
  for (let serial = 0; serial < pairs; serial += 1) {
    const both = bodies(serial)
    for (const turn of [0, 1] as const) {
      const which = (turn + serial) % 2 === 0 ? 0 : 1
      samples[which].push(await timeOf(path, both[which], serial * 2 + turn))
    }
  }
  return rankScore(samples[0], samples[1])
}

test('the rank test sees a shift of the size of the scatter, and none in samples that are alike', () => {
  const sample = (shift: number) =>
    Array.from({ length: pairs }, (_unused, index) => ((index * 37) % 60) / 30 + shift)
  expect(Math.abs(rankScore(sample(0), sample(0)))).toBe(0)
  expect(rankScore(sample(1), sample(0))).toBeGreaterThan(4)
})

test('6.3.8 L2: a login takes as long for an unknown address as for a known one', async () => {
  const score = await compare('/api/users/login/', (serial) => [
    { email: 'ada@example.org', password: 'wrong password' },
    { email: `nobody${serial}@example.org`, password: 'wrong password' },
  ])
  expect(Math.abs(score)).toBeLessThan(4)
})

test('6.3.8 R2: a registration takes as long for a taken address as for a free one', async () => {
  const score = await compare('/api/users/register/', (serial) => [
    { email: 'ada@example.org', password },
    { email: `free${serial}@example.org`, password },
  ])
  expect(Math.abs(score)).toBeLessThan(4)
})

test('6.3.8 C2: asking for a new password takes as long for an unknown address as for a known one', async () => {
  const score = await compare('/api/users/reset-password/', (serial) => [
    // A user for each: one address has its share of mails only.
    { email: `user${serial}@example.org` },
    { email: `nobody${serial}@example.org` },
  ])
  expect(Math.abs(score)).toBeLessThan(4)
})
