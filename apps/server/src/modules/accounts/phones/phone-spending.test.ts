import { expect, test } from 'vitest'
import type { PhoneMessageRow } from './phone.store.ts'
import { fewCodesUsed, numberRangeOf, reachedCap, resendWaitMs, type Spending } from './phone-spending.ts'

const now = Date.UTC(2026, 10, 21, 12)
const minute = 60_000
let serial = 0

/** Somebody whom nobody has seen yet. */
function newcomer(): Spending {
  serial += 1
  const phone = `+1202${String(serial).padStart(3, '0')}0123`
  return { phone, numberRange: numberRangeOf(phone), userId: serial, network: `192.0.2.${serial}` }
}

const sent = (spending: Spending, count: number, agoMs = minute): PhoneMessageRow[] =>
  Array.from({ length: count }, (_unused, id) => ({
    ...spending,
    id,
    channel: 'sms' as const,
    at: new Date(now - agoMs),
    usedAt: null,
  }))

const mixed = (count: number, over: Partial<Spending>, agoMs = minute) =>
  Array.from({ length: count }, () => sent({ ...newcomer(), ...over }, 1, agoMs)).flat()

test('F8: three numbers and five codes an hour are guaranteed to a user', () => {
  const user = newcomer()
  expect(reachedCap(user, sent(user, 7), now)).toBeNull()
})

test('2.4.1 F8: each cap holds back one more message, and lets it go when its window has passed', () => {
  const one = newcomer()
  const cases = [
    ['number', mixed(8, { phone: one.phone })],
    ['user', mixed(10, { userId: one.userId })],
    ['address', mixed(60, { network: one.network })],
    ['range', mixed(60, { numberRange: one.numberRange })],
  ] as const
  for (const [cap, messages] of cases) {
    expect(reachedCap(one, messages, now)).toEqual({ cap, seconds: 3540 })
    expect(reachedCap(one, messages.slice(1), now)).toBeNull()
    expect(reachedCap(one, messages, now + 3_540_000)).toBeNull()
  }
})

test('2.4.1 F8: a day has caps of its own: per number, address and range', () => {
  const one = newcomer()
  const ago = 120 * minute
  const cases = [
    ['number', mixed(16, { phone: one.phone }, ago)],
    ['address', mixed(200, { network: one.network }, ago)],
    ['range', mixed(120, { numberRange: one.numberRange }, ago)],
  ] as const
  for (const [cap, messages] of cases) {
    expect(reachedCap(one, messages, now)).toEqual({ cap, seconds: 22 * 3600 })
    expect(reachedCap(one, messages.slice(1), now)).toBeNull()
  }
})

test('F5: each further code is waited for longer', () => {
  const waits = [1, 2, 3, 4, 5, 6, 7, 100].map(resendWaitMs)
  expect(waits).toEqual([30_000, 60_000, 120_000, 240_000, 480_000, 900_000, 1_800_000, 1_800_000])
})

test('2.4.1 F9: twenty codes of which fewer than a quarter were entered are suspicious, fresh ones not yet', () => {
  const old = mixed(20, {}, 11 * minute)
  expect(fewCodesUsed(old, now)).toBe(true)
  expect(fewCodesUsed(mixed(20, {}), now)).toBe(false)
  expect(fewCodesUsed(old.slice(1), now)).toBe(false)
  const used = old.map((message, index) => (index < 5 ? { ...message, usedAt: new Date(now) } : message))
  expect(fewCodesUsed(used, now)).toBe(false)
})
