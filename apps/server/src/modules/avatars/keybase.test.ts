import { afterEach, beforeEach, expect, test } from 'vitest'
import { retryAfterMs } from '../../platform/clients/http-client.ts'
import { isAnythingLeftOn } from '../../testing/left-on-signal.ts'
import { createManualClock, type ManualClock, testStart } from '../../testing/manual-clock.ts'
import { AskingFailure, createKeybase, decodeLookup, type Found, isPictureAddress } from './keybase.ts'
import {
  createKeybaseStandIn,
  type KeybaseStandIn,
  lookupAddress,
  pictureAddress,
  withBody,
  withStatus,
} from './testing/keybase-stand-in.ts'

const ada = 'A1B2C3D4E5F60718'
const mebibyte = 1024 * 1024
const never = new AbortController().signal
let site: KeybaseStandIn
let clock: ManualClock
beforeEach(async () => {
  site = await createKeybaseStandIn()
  clock = createManualClock()
})
afterEach(() => site.close())

const find = (): Promise<Found | AskingFailure> =>
  createKeybase(site.fetch, clock)
    .pictureOf(ada, never)
    .catch((error: unknown) => {
      if (error instanceof AskingFailure) return error
      throw error
    })

test('W110: keybase is asked by its published API, and the picture that it names is fetched', async () => {
  site.people.set(ada, pictureAddress('ada'))
  site.at.set(pictureAddress('ada'), withBody('a picture'))
  expect(await find()).toEqual({ file: Buffer.from('a picture') })
  expect([site.lookedUp, site.asked]).toEqual([[ada], [lookupAddress, pictureAddress('ada')]])
})

test('B112: however often keybase is asked, nothing is left on the signal of the loop', async () => {
  const { signal } = new AbortController()
  site.people.set(ada, pictureAddress('ada'))
  site.at.set(pictureAddress('ada'), withBody('a picture'))
  const keybase = createKeybase(site.fetch, clock)
  for (let asked = 0; asked < 3; asked++) await keybase.pictureOf(ada, signal)
  expect(isAnythingLeftOn(signal)).toBe(false)
})

test('W112: nobody with such a key, nobody with a picture, and two who have it are no picture', async () => {
  expect(await find()).toBe('none')
  site.people.set(ada, null)
  expect(await find()).toBe('none')
  const ok = { code: 0, name: 'OK' }
  const one = { pictures: { primary: { url: pictureAddress('ada') } } }
  const none = { address: null }
  expect(decodeLookup(JSON.stringify({ status: ok, them: [one] }))).toEqual({
    address: pictureAddress('ada'),
  })
  expect(decodeLookup(JSON.stringify({ status: ok, them: [one, one] }))).toEqual(none)
  for (const them of [
    null,
    [null],
    [{ pictures: null }],
    [{ pictures: {} }],
    [{ pictures: { primary: null } }],
  ])
    expect(decodeLookup(JSON.stringify({ status: ok, them }))).toEqual(none)
  expect(decodeLookup(JSON.stringify({ status: { code: 205, name: 'NOT_FOUND' } }))).toEqual(none)
})

test('W112: garbage, errors and what is too long are no answer', async () => {
  const answers = ['', 'hello', '<html>', '[]', '{}', '{"status":{"code":0}', '{"status":{"code":100}}']
  const malformed = [
    '{"status":{"code":0},"them":[{"pictures":{"primary":{"url":7}}}]}',
    '{"status":{},"them":[]}',
  ]
  for (const answer of [...answers, ...malformed, ' '.repeat(mebibyte)]) {
    site.at.set(lookupAddress, withBody(answer))
    expect([answer.slice(0, 60), await find()]).toEqual([answer.slice(0, 60), expect.any(AskingFailure)])
  }
  for (const status of [302, 400, 404, 429, 500, 503]) {
    site.at.set(lookupAddress, withStatus(status, { location: pictureAddress('ada') }))
    expect([status, await find()]).toEqual([status, expect.any(AskingFailure)])
  }
  expect(new Set(site.asked)).toEqual(new Set([lookupAddress]))
})

test('W112: a picture that is not to be had now is no answer, one that nobody gives is none that can be used', async () => {
  site.people.set(ada, pictureAddress('ada'))
  for (const [status, found] of [
    [403, 'unusable'],
    [404, 'unusable'],
    [429, expect.any(AskingFailure)],
    [500, expect.any(AskingFailure)],
  ] as const) {
    site.at.set(pictureAddress('ada'), withStatus(status))
    expect([status, await find()]).toEqual([status, found])
  }
  site.at.set(pictureAddress('ada'), (response) => {
    response.writeHead(200, { 'content-length': '1000' }).write('begun')
    response.destroy()
  })
  expect(await find()).toBeInstanceOf(AskingFailure)
})

test.each([
  'http://s3.amazonaws.com/keybase_processed_uploads/a.jpg',
  'https://s3.amazonaws.com/somebody_else/a.jpg',
  'https://s3.amazonaws.com/keybase_processed_uploads/../somebody_else/a.jpg',
  'https://s3.amazonaws.com/keybase_processed_uploads/%2e%2e/somebody_else/a.jpg',
  'https://s3.amazonaws.com:8443/keybase_processed_uploads/a.jpg',
  'https://s3.amazonaws.com@evil.example/keybase_processed_uploads/a.jpg',
  'https://user@keybase.io/a.jpg',
  'https://keybase.io.evil.example/a.jpg',
  'https://evilkeybase.io/a.jpg',
  'https://127.0.0.1/a.jpg',
  'https://[::1]/a.jpg',
  'https://169.254.169.254/latest/meta-data/',
  'https://localhost/a.jpg',
  'file:///etc/passwd',
  'data:image/png;base64,AAAA',
  'javascript:alert(1)',
  '/a.jpg',
  '',
])('W113: a picture at %s is not asked for, and no redirect leads there', async (address) => {
  expect(isPictureAddress(address)).toBe(false)
  site.people.set(ada, address)
  expect(await find()).toBe('unusable')
  expect(site.asked).toEqual([lookupAddress])
  // A relative one would be one of keybase's own.
  if (address === '' || address.startsWith('/')) return
  site.people.set(ada, pictureAddress('ada'))
  site.at.set(pictureAddress('ada'), withStatus(302, { location: address }))
  expect(await find()).toBe('unusable')
  expect(site.asked.slice(1)).toEqual([lookupAddress, pictureAddress('ada')])
})

test('W113: three redirects among keybase’s own places are followed, a fourth is not', async () => {
  const steps = [1, 2, 3, 4].map((step) => pictureAddress(String(step)))
  site.people.set(ada, 'https://keybase.io/picture')
  site.at.set('https://keybase.io/picture', withStatus(301, { location: pictureAddress('1') }))
  site.at.set(pictureAddress('1'), withStatus(302, { location: '2' }))
  site.at.set(pictureAddress('2'), withStatus(307, { location: pictureAddress('3') }))
  site.at.set(pictureAddress('3'), withBody('a picture'))
  expect(await find()).toEqual({ file: Buffer.from('a picture') })
  site.at.set(pictureAddress('3'), withStatus(302, { location: pictureAddress('4') }))
  site.at.set(pictureAddress('4'), withBody('a picture'))
  expect(await find()).toBe('unusable')
  expect(site.asked).not.toContain(steps[3])
})

test('W113: two MiB at most, whatever the header says', async () => {
  site.people.set(ada, pictureAddress('ada'))
  site.at.set(pictureAddress('ada'), withBody(Buffer.alloc(2 * mebibyte)))
  expect(await find()).toMatchObject({ file: { length: 2 * mebibyte } })
  site.at.set(pictureAddress('ada'), (response) => {
    response.on('error', () => undefined)
    response.writeHead(200).write(Buffer.alloc(2 * mebibyte))
    response.end('x')
  })
  expect(await find()).toBe('unusable')
})

test.each([lookupAddress, pictureAddress('ada')])(
  'W113: %s that begins and does not end is given up after ten seconds',
  async (slow) => {
    site.people.set(ada, pictureAddress('ada'))
    const begun = new Promise<void>((resolve) => {
      site.at.set(slow, (response) => {
        response.writeHead(200).write('begun', () => resolve())
      })
    })
    const found = find()
    await begun
    let isOver = false
    void found.then(() => {
      isOver = true
    })
    await clock.advance(9_900)
    expect(isOver).toBe(false)
    await clock.advance(200)
    expect(await found).toBeInstanceOf(AskingFailure)
  },
)

test('W111: Retry-After is read as seconds and as a date', async () => {
  site.at.set(lookupAddress, withStatus(429, { 'retry-after': '3600' }))
  expect(await find()).toMatchObject({ retryAfterMs: 3_600_000 })
  const inAMinute = new Date(testStart + 60_000).toUTCString()
  expect(retryAfterMs(inAMinute, testStart)).toBe(60_000)
  expect([null, '', 'soon'].map((header) => retryAfterMs(header, testStart))).toEqual([null, null, null])
})
