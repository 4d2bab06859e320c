import fc from 'fast-check'
import { expect, test } from 'vitest'
import { judge } from './attempt.ts'
import { oneLine } from '../channels/channel.ts'

const busy = { outcome: 'failed', permanent: false, detail: 'busy' } as const

test('D5: delays double from 5 s to 15 min, each between half and one and a half', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 1, max: 1000 }),
      fc.double({ min: 0, max: 0.999, noNaN: true }),
      (attempts, fraction) => {
        const verdict = judge(busy, { attempts, leftMs: Number.MAX_SAFE_INTEGER, fraction })
        if (verdict.state !== 'QUEUED') throw new Error('it is worth another try')
        const middle = Math.min(900_000, 5_000 * 2 ** Math.min(attempts - 1, 30))
        expect(verdict.delayMs).toBeGreaterThanOrEqual(Math.floor(middle / 2))
        expect(verdict.delayMs).toBeLessThanOrEqual(Math.ceil(middle * 1.5))
      },
    ),
  )
})

test('D6: a wait that the provider asks for beyond the time of use ends it', () => {
  const verdict = judge({ ...busy, retryAfterMs: 60_001 }, { attempts: 1, leftMs: 60_000, fraction: 0 })
  expect(verdict).toEqual({ state: 'FAILED', detail: 'gave up after 1 attempts: busy' })
})

test('16.4.1: a provider cannot break a line of the log or of the history', () => {
  expect(oneLine(' 550\r\n\u2028{"level":50}\u202e x\u0000 ')).toBe('550 {"level":50} x')
  expect(oneLine('x'.repeat(1000))).toHaveLength(300)
})
