import { afterAll, beforeAll, expect, test } from 'vitest'
import { systemClock } from '../../../platform/clock.ts'
import { createSeededRandom } from '../../../testing/seeded-random.ts'
import { passwordCost } from '../credentials/passwords.ts'
import { rankScore } from '../testing/rank-test.ts'
import { openTestSite, type TestSite } from '../testing/test-site.ts'

/** Tries of each kind. */
const pairs = 100
/**
 * The rank test's score is about normal, so samples that are alike pass this bound in one of a million comparisons. With
 * 100 tries each it is passed as soon as one kind is slower than the other in 70 of 100 pairs, which is a shift of about
 * three quarters of the scatter. A try costs up to four hashes of a password, so that twice as many would take a minute.
 */
const bound = 4.8916
const password = 'a long enough password'
const seed = systemClock.now() % 2 ** 31
const slow = { timeout: 600_000 }
let site: TestSite
beforeAll(async () => {
  process.stdout.write(`order of the tries: seed ${seed}\n`)
  site = await openTestSite({ passwordCost })
  // At most so many passwords wait at once.
  const users = Array.from({ length: pairs }, (_unused, serial) => `user${serial}@example.org`)
  await Promise.all(users.map((email) => site.user(email, password)))
}, slow.timeout)
afterAll(() => site.close())

/** Milliseconds of one call, on clocks moved so far that no limit is near, for a user of whom nothing else was asked. */
async function timeOf(path: string, body: object, serial: number): Promise<number> {
  await site.clock.advance(120_000)
  const browser = await site.visitor({ ip: `10.1.${serial >> 8}.${serial & 255}` })
  const before = systemClock.monotonic()
  const answer = await browser.post(path, body)
  const after = systemClock.monotonic()
  expect([202, 400]).toContain(answer.statusCode)
  return after - before
}

/** In pairs, each begun by chance, so that a slow moment of the machine hits both kinds alike. */
async function compare(path: string, bodies: (serial: number) => [object, object]): Promise<number> {
  const random = createSeededRandom(seed)
  const samples: [number[], number[]] = [[], []]
  for (let serial = 0; serial < pairs; serial += 1) {
    const both = bodies(serial)
    const first = random.below(2)
    for (const turn of [0, 1] as const) {
      const which = turn === first ? 0 : 1
      samples[which].push(await timeOf(path, both[which], serial * 2 + turn))
    }
  }
  return rankScore(samples[0], samples[1])
}

test('the rank test sees a shift of a quarter of the range, and none in samples that are alike', () => {
  const sample = (shift: number) =>
    Array.from({ length: pairs }, (_unused, index) => ((index * 37) % pairs) / pairs + shift)
  expect(Math.abs(rankScore(sample(0), sample(0)))).toBe(0)
  expect(rankScore(sample(0.25), sample(0))).toBeGreaterThan(bound)
  expect(rankScore(sample(0), sample(0.25))).toBeLessThan(-bound)
})

test('6.3.8 A18: a login takes as long for an unknown address as for a known one', slow, async () => {
  const score = await compare('/api/users/login/', (serial) => [
    { email: `user${serial}@example.org`, password: 'wrong password' },
    { email: `nobody${serial}@example.org`, password: 'wrong password' },
  ])
  expect(Math.abs(score)).toBeLessThan(bound)
})

test('6.3.8 A9: a registration takes as long for a taken address as for a free one', slow, async () => {
  const score = await compare('/api/users/register/', (serial) => [
    { email: `user${serial}@example.org`, password },
    { email: `free${serial}@example.org`, password },
  ])
  expect(Math.abs(score)).toBeLessThan(bound)
})

test(
  '6.3.8 A37: asking for a new password takes as long for an unknown address as for a known one',
  slow,
  async () => {
    const score = await compare('/api/users/reset-password/', (serial) => [
      { email: `user${serial}@example.org` },
      { email: `nobody${serial}@example.org` },
    ])
    expect(Math.abs(score)).toBeLessThan(bound)
  },
)
