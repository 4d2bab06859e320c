import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { gzipSync } from 'node:zlib'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { serializeError } from '../../../platform/errors.ts'
import { createManualClock, type ManualClock } from '../../../testing/manual-clock.ts'
import { fetchPage } from './scrape.ts'

const mebibyte = 1024 * 1024
const server = createServer((_request, response) => answer(response))
let answer: (response: ServerResponse) => void
let clock: ManualClock
let url: string

beforeAll(async () => {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/metrics?key=secret`
})
beforeEach(() => {
  clock = createManualClock()
})
afterAll(() => {
  server.closeAllConnections()
  server.close()
})

const read = (address = url) => fetchPage({ fetch, clock }, address)

test('G62: a page of some megabytes is read whole', async () => {
  answer = (response) => response.end('x'.repeat(3 * mebibyte))
  expect(await read()).toHaveLength(3 * mebibyte)
})

test('G62: one that begins and does not end is given up after ten seconds', async () => {
  const begun = new Promise<void>((resolve) => {
    answer = (response) => {
      response.write('hdr_store_head', () => resolve())
    }
  })
  const page = read()
  const failed = expect(page).rejects.toThrow('timeout')
  await begun
  await clock.advance(9_900)
  expect(clock.sleepers()).toBe(1)
  await clock.advance(200)
  await failed
})

test('G62: more than 32 MiB are not read, packed or not', async () => {
  answer = (response) => {
    response.on('error', () => undefined)
    const part = Buffer.alloc(mebibyte, 'x')
    for (let count = 0; count < 40; count++) response.write(part)
    response.end()
  }
  await expect(read()).rejects.toThrow('more than')
  answer = (response) =>
    response.writeHead(200, { 'content-encoding': 'gzip' }).end(gzipSync(Buffer.alloc(40 * mebibyte)))
  await expect(read()).rejects.toThrow('more than')
})

test('G62: one that breaks off is no page, nor is a refusal; the address is not revealed', async () => {
  answer = (response) => {
    response.writeHead(200, { 'content-length': '1000' })
    response.write('half', () => response.destroy())
  }
  await expect(read()).rejects.toThrow()
  answer = (response) => response.writeHead(403).end('no')
  const refused = await read().catch((error: unknown) => String(error))
  expect(refused).toContain('answered 403')
  expect(refused).not.toContain('secret')
})

test('G62: user and password of the address go as a header, and are revealed no more than its query', async () => {
  const address = url.replace('http://', 'http://ann:hunter2hunter2@')
  let authorization: string | undefined
  server.once('request', (request) => {
    authorization = request.headers.authorization
  })
  answer = (response) => response.end('hdr')
  expect(await read(address)).toBe('hdr')
  expect(authorization).toBe(`Basic ${Buffer.from('ann:hunter2hunter2').toString('base64')}`)
  const nowhere = address.replace(/:\d+\//, ':1023/')
  const failed = await read(nowhere).catch((error: unknown) => JSON.stringify(serializeError(error)))
  expect(failed).toContain('127.0.0.1:1023 cannot be read')
  expect(failed).not.toMatch(/hunter2|secret|ann:/)
})
