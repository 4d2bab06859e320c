import { expect, test } from 'vitest'
import { createGate, GateFullError } from '../../platform/gate.ts'
import { passwordFault } from './credentials/passwords.ts'
import { isTimezone } from './users/timezone.ts'
import {
  cookieDomainFor,
  cookieValues,
  createCsrfTokens,
  hostName,
  needsSecure,
} from './sessions/account-cookies.ts'
import { isOwnOrigin } from './sessions/protect.ts'
import { countsAsActivity, handsOutToken, isExempt } from './sessions/request-auth.ts'
import { createOneAtATime, secondsToWait } from './users/throttle.ts'
import { emailKey } from './users/user.store.ts'

test('A1: a token is good for its binding and its key only', () => {
  const randomToken = () => 'n'.repeat(22)
  const one = createCsrfTokens(Buffer.alloc(32, 1), randomToken)
  const other = createCsrfTokens(Buffer.alloc(32, 2), randomToken)
  const token = one.issue('session:a')
  expect(one.isValid(token, 'session:a')).toBe(true)
  expect(one.isValid(token, 'guest:a')).toBe(false)
  expect(other.isValid(token, 'session:a')).toBe(false)
  for (const bad of ['', '.', token.slice(1), `${token}x`, token.replace('.', '')]) {
    expect(one.isValid(bad, 'session:a')).toBe(false)
  }
})

test('A1: every value of a cookie that was sent twice is seen', () => {
  expect(cookieValues('a=1; b=2;a=3; a=1; =x; a; ab=4', 'a')).toEqual(['1', '3'])
  expect(cookieValues(undefined, 'a')).toEqual([])
})

test('A2: a host loses its port, its brackets and its capitals', () => {
  expect(['A.org:80', '[::1]:8', '[::1]', 'a.org.', 'a'].map(hostName)).toEqual([
    'a.org',
    '::1',
    '::1',
    'a.org',
    'a',
  ])
  expect(needsSecure({ protocol: 'https', host: 'localhost' })).toBe(true)
  expect(needsSecure({ protocol: 'http', host: '127.0.0.1.evil.example' })).toBe(true)
  expect(cookieDomainFor('a.b.org:1', '.B.org')).toBe('b.org')
  expect(cookieDomainFor('ab.org', 'b.org')).toBeNull()
})

test('A4: without Origin and Sec-Fetch-Site it is no browser', () => {
  const to = { protocol: 'https', host: 'a.org' }
  expect(isOwnOrigin({ origin: undefined, secFetchSite: undefined }, to, [])).toBe(true)
  expect(isOwnOrigin({ origin: undefined, secFetchSite: 'same-site' }, to, [])).toBe(true)
  expect(isOwnOrigin({ origin: 'https://a.org:443', secFetchSite: 'cross-site' }, to, [])).toBe(true)
})

test('A5 A6 A30: which paths are exempt, hand out tokens, count as activity', () => {
  expect(['/metrics', '/v1/metrics', '/api/callbacks/twilio/status/'].every(isExempt)).toBe(true)
  expect(['/metrics/', '/api/callbacks/', '/api/users/login/', '/'].some(isExempt)).toBe(false)
  expect(['/', '/login', '/api/networks/'].every(handsOutToken)).toBe(true)
  expect(['/assets/a.js', '/favicon.ico', '/metrics'].some(handsOutToken)).toBe(false)
  expect(countsAsActivity('GET', '/api/live/1/')).toBe(false)
  expect(countsAsActivity('GET', '/api/users/profile/')).toBe(false)
  expect(countsAsActivity('PUT', '/api/users/profile/')).toBe(true)
})

test('A22: the wait ends when the tenth last failure is ten minutes old', () => {
  const limit = { count: 2, windowMs: 60_000 }
  const at = (...seconds: number[]) => seconds.map((second) => new Date(second * 1000))
  expect(secondsToWait(at(0), limit, 10_000)).toBeNull()
  expect(secondsToWait(at(0, 5), limit, 10_000)).toBe(50)
  expect(secondsToWait(at(0, 5, 7), limit, 10_000)).toBe(55)
  expect(secondsToWait(at(0, 5), limit, 60_000)).toBeNull()
})

test('A17: two spellings of one address are one', () => {
  expect(emailKey(' Ada@Example.ORG ')).toBe('ada@example.org')
  expect(emailKey('e\u0301@x.org')).toBe(emailKey('\u00c9@x.org'))
})

test('A49: zones by either of their names, no offsets', () => {
  expect(['UTC', 'Europe/Kiev', 'Europe/Kyiv', 'America/Argentina/Buenos_Aires'].every(isTimezone)).toBe(true)
  expect(['', '+03:00', 'utc', 'Mars/Olympus', 'Europe', 'EST5EDT\u0000'].some(isTimezone)).toBe(false)
})

test('6.2.4: common passwords are known in any case, long ones are not judged by their letters', () => {
  expect(passwordFault('PASSWORD1', null)).not.toBeNull()
  expect(passwordFault('aaaaaaaaaaaaaaaaaaaaaaaaaaaaaa', 'ada@example.org')).toBeNull()
  expect(passwordFault('Ada@Example.org', 'ada@example.org')).not.toBeNull()
})

test('15.1.3: so many at once, so many waiting, in order, and a failure frees its place', async () => {
  const gate = createGate(1, 2)
  const order: number[] = []
  let open: () => void = () => undefined
  const first = gate(
    () =>
      new Promise<void>((_resolve, reject) => {
        open = () => {
          reject(new Error('broken'))
        }
      }),
  )
  const waiting = [1, 2].map((index) => gate(async () => order.push(index)))
  await expect(gate(async () => order.push(9))).rejects.toBeInstanceOf(GateFullError)
  open()
  await expect(first).rejects.toThrow('broken')
  await Promise.all(waiting)
  expect(order).toEqual([1, 2])
})

test('A21: works of one key run in a row, also after one that failed', async () => {
  const oneAtATime = createOneAtATime()
  const order: string[] = []
  const step = (name: string) => async () => {
    order.push(`${name} begins`)
    await Promise.resolve()
    order.push(`${name} ends`)
    if (name === 'a') throw new Error('broken')
  }
  const results = await Promise.allSettled([oneAtATime('k', step('a')), oneAtATime('k', step('b'))])
  expect(results.map((result) => result.status)).toEqual(['rejected', 'fulfilled'])
  expect(order).toEqual(['a begins', 'a ends', 'b begins', 'b ends'])
})
