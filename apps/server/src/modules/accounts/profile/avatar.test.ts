import { createHash } from 'node:crypto'
import sharp from 'sharp'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { cookieHeader } from '../../../testing/cookie-header.ts'
import { pngBomb } from '../../../testing/png-bomb.ts'
import type { Browser } from '../testing/browser.ts'
import { type OwnTestSite, openTestSite } from '../testing/test-site.ts'
import { userAvatar } from './avatar.store.ts'

const path = '/api/users/profile/avatar/'
const profile = '/api/users/profile/'
const widths = [16, 32, 48, 64, 96, 128, 256, 384]
let site: OwnTestSite
let browser: Browser
let serial = 0
beforeAll(async () => {
  site = await openTestSite()
})
afterAll(() => site.close())
beforeEach(async () => {
  browser = await signedIn()
})

async function signedIn(): Promise<Browser> {
  const credentials = { email: `ada${(serial += 1)}@example.org`, password: 'a long enough password' }
  await site.user(credentials.email, credentials.password)
  return site.signedIn(credentials)
}

/** As a browser sends one file of a form. */
async function upload(file: Buffer, over: { type?: string; body?: Buffer; from?: Browser } = {}) {
  const from = over.from ?? browser
  const boundary = 'a-boundary-of-this-test'
  const head = `--${boundary}\r\nContent-Disposition: form-data; name="avatar"; filename="../../etc/passwd.svg"\r\nContent-Type: image/svg+xml\r\n\r\n`
  const answer = await site.app.inject({
    method: 'POST',
    url: path,
    headers: {
      host: 'celestia.localhost:8000',
      origin: 'http://celestia.localhost:8000',
      cookie: cookieHeader(from.cookies),
      'x-csrftoken': from.cookies.get('csrftoken') ?? '',
      'content-type': over.type ?? `multipart/form-data; boundary=${boundary}`,
    },
    payload: over.body ?? Buffer.concat([Buffer.from(head), file, Buffer.from(`\r\n--${boundary}--\r\n`)]),
    remoteAddress: '192.0.2.1',
  })
  return answer
}

const picture = (width: number, height: number, background: string) =>
  sharp({ create: { width, height, channels: 3, background } })
const urlIn = (answer: { json(): unknown }) => (answer.json() as { avatar: string | null }).avatar ?? ''
const dataOf = async (url: string, from = browser) => (await from.get(url)).rawPayload

test.each(['jpeg', 'png', 'webp', 'gif', 'avif'] as const)(
  'A55: a picture as %s becomes a square WebP in every width, at the user’s own address',
  async (format) => {
    const answer = await upload(await picture(300, 200, 'red').toFormat(format).toBuffer())
    expect([answer.statusCode, answer.json()]).toEqual([200, (await browser.get(profile)).json()])
    const url = urlIn(answer)
    expect(url).toMatch(/^\/api\/users\/profile\/avatar\/[\w-]{43}\/256\/$/)
    for (const width of widths) {
      const served = await browser.get(url.replace('/256/', `/${width}/`))
      expect([served.statusCode, served.headers['content-type']]).toEqual([200, 'image/webp'])
      const found = await sharp(served.rawPayload).metadata()
      expect([found.format, found.width, found.height]).toEqual(['webp', width, width])
    }
  },
)

test('A57 3.4.4: it is kept for ever under the digest of what it shows, sniffed by nobody, and private', async () => {
  const url = urlIn(await upload(await picture(9, 9, 'blue').png().toBuffer()))
  const served = await browser.get(url)
  expect(served.headers['cache-control']).toBe('private, max-age=31536000, immutable')
  expect(served.headers['x-content-type-options']).toBe('nosniff')
  expect(served.headers['content-security-policy']).toContain("default-src 'none'")
  const name = createHash('sha256')
    .update(await dataOf(url.replace('/256/', '/384/')))
    .digest('base64url')
  expect(url).toContain(name)
  expect((await site.browser().get(url)).statusCode).toBe(401)
  expect((await (await signedIn()).get(url)).statusCode).toBe(404)
  for (const other of ['17', '0', 'x', '-16']) {
    expect((await browser.get(url.replace('/256/', `/${other}/`))).statusCode).toBe(404)
  }
})

test('A56: what the camera wrote into the file is gone, and the picture is upright', async () => {
  const upright = Buffer.concat([Buffer.alloc(60 * 30 * 3, 255), Buffer.alloc(60 * 30 * 3, 0)])
  const turned = await sharp(upright, { raw: { width: 60, height: 60, channels: 3 } })
    .withExif({ IFD0: { Copyright: 'a secret place' }, IFD3: { GPSLatitude: '50/1 27/1 0/1' } })
    .withMetadata({ orientation: 3 })
    .jpeg()
    .toBuffer()
  expect(turned.includes('a secret place')).toBe(true)
  const data = await dataOf(urlIn(await upload(turned)))
  const found = await sharp(data).metadata()
  expect([found.exif, found.xmp, found.icc, found.orientation]).toEqual([
    undefined,
    undefined,
    undefined,
    undefined,
  ])
  expect(data.includes('a secret place')).toBe(false)
  const pixels = await sharp(data).removeAlpha().raw().toBuffer()
  expect([(pixels[0] ?? 0) < 60, (pixels.at(-1) ?? 0) > 200]).toEqual([true, true])
})

test('A58: another one replaces it, and both ways of removing leave nothing behind', async () => {
  const stored = async () => {
    const rows = await site.test.db.orm.select({ name: userAvatar.name }).from(userAvatar)
    return new Set(rows.map(({ name }) => name))
  }
  const before = await stored()
  const first = urlIn(await upload(await picture(20, 20, 'green').png().toBuffer()))
  const second = urlIn(await upload(await picture(20, 20, 'white').png().toBuffer()))
  expect(first).not.toBe(second)
  expect((await browser.get(first)).statusCode).toBe(404)
  expect((await stored()).size).toBe(before.size + 1)
  const removed = await browser.delete(path)
  expect([removed.statusCode, removed.json().avatar]).toEqual([200, null])
  expect(await stored()).toEqual(before)
  const third = await upload(await picture(20, 20, 'black').png().toBuffer())
  const put = (avatar: string | null) =>
    browser.put(profile, { first_name: '', last_name: '', language: 'en', timezone: 'UTC', avatar })
  expect((await put(urlIn(third))).json().avatar).toBe(urlIn(third))
  expect((await put(first)).statusCode).toBe(400)
  expect((await put(null)).json().avatar).toBeNull()
  expect(await stored()).toEqual(before)
  expect((await browser.delete(path)).statusCode).toBe(200)
})

test('5.2.3 5.2.6 A59: only pictures are taken, and none that unpack to more than fifty megapixels', async () => {
  const whole = await picture(64, 64, 'red').png().toBuffer()
  const svg = '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><script>alert(1)</script></svg>'
  const files: [string, Buffer][] = [
    ['nothing', Buffer.alloc(0)],
    ['a text', Buffer.from('hello')],
    ['a drawing that may hold script', Buffer.from(svg)],
    ['a page', Buffer.from('<!doctype html><script>alert(1)</script>')],
    ['a PDF', Buffer.from('%PDF-1.4\n1 0 obj\n')],
    ['a TIFF', await picture(9, 9, 'red').tiff().toBuffer()],
    ['half a PNG', whole.subarray(0, whole.length - 40)],
    ['noise behind the head of a PNG', Buffer.concat([whole.subarray(0, 40), Buffer.alloc(400, 7)])],
    ['a bomb of 64 megapixels', pngBomb(8000)],
  ]
  for (const [what, file] of files) {
    const answer = await upload(file)
    expect([what, answer.statusCode, answer.json().code]).toEqual([what, 400, 'validation_failed'])
    expect(Object.keys(answer.json().errors)).toEqual(['avatar'])
  }
  expect((await browser.get(profile)).json().avatar).toBeNull()
  expect((await upload(pngBomb(1000))).statusCode).toBe(200)
})

test('4.2.1 A59: five megabytes at most, as a form with one file, and in no other way', async () => {
  const over = await upload(Buffer.alloc(5 * 1024 * 1024 + 1))
  expect([over.statusCode, over.json().code]).toEqual([413, 'payload_too_large'])
  const atMost = await upload(Buffer.alloc(5 * 1024 * 1024))
  expect([atMost.statusCode, atMost.json().code]).toEqual([400, 'validation_failed'])
  const form = 'multipart/form-data; boundary=a-boundary-of-this-test'
  const field = Buffer.from(
    '--a-boundary-of-this-test\r\nContent-Disposition: form-data; name="x"\r\n\r\ny\r\n--a-boundary-of-this-test--\r\n',
  )
  const cut = Buffer.from(
    '--a-boundary-of-this-test\r\nContent-Disposition: form-data; name="f"; filename="f"\r\n\r\nabc',
  )
  const bodies: [string, string, Buffer, number][] = [
    ['a field and no file', form, field, 400],
    ['no body', form, Buffer.alloc(0), 400],
    ['no boundary', 'multipart/form-data', field, 400],
    ['another boundary', 'multipart/form-data; boundary=other', field, 400],
    ['cut off', form, cut, 400],
    ['JSON', 'application/json', Buffer.from('{}'), 415],
    ['the bare file', 'image/png', await picture(9, 9, 'red').png().toBuffer(), 415],
    ['a form of the other kind', 'application/x-www-form-urlencoded', Buffer.from('a=b'), 415],
  ]
  for (const [what, type, body, status] of bodies) {
    expect([what, (await upload(Buffer.alloc(0), { type, body })).statusCode]).toEqual([what, status])
  }
  const elsewhere = await browser.put(profile, {}, { headers: { 'content-type': form } })
  expect(elsewhere.statusCode).toBe(415)
})
