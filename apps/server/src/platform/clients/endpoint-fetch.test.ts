import { readBounded } from '@roundsman/cometbft/http-exchange'
import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { brotliCompressSync, gzipSync } from 'node:zlib'
import { afterEach, describe, expect, it } from 'vitest'
import { systemEndpointFetch } from './endpoint-fetch.ts'

const closing: (() => void)[] = []
afterEach(() => {
  for (const close of closing.splice(0)) close()
})

/** An endpoint; gives its address. */
async function endpoint(
  answer: (request: IncomingMessage, response: ServerResponse, body: string) => void,
): Promise<string> {
  const server = createServer((request, response) => {
    let body = ''
    request.setEncoding('utf8').on('data', (part: string) => {
      body += part
    })
    request.once('end', () => answer(request, response, body))
  }).listen(0, '127.0.0.1')
  closing.push(() => {
    server.closeAllConnections()
    server.close()
  })
  await once(server, 'listening')
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/rpc?key=1`
}

const post = (url: string, signal = new AbortController().signal) =>
  systemEndpointFetch(url, {
    method: 'POST',
    headers: { accept: 'application/json', 'content-type': 'application/json' },
    body: '{"id":1}',
    redirect: 'manual',
    signal,
  })

const most = 1_000_000
const text = JSON.stringify({ moniker: 'Дозор 🛰'.repeat(5_000) })

describe('R108: what is asked of an endpoint', () => {
  it('is one POST to its address with its query, and says who asks', async () => {
    const asked: unknown[] = []
    const url = await endpoint(({ method, url: path, headers }, response, body) => {
      asked.push([method, path, headers['user-agent'], headers['content-type'], body])
      response.end('{}')
    })
    expect(await readBounded(await post(url), most)).toBe('{}')
    expect(asked).toEqual([['POST', '/rpc?key=1', 'Roundsman', 'application/json', '{"id":1}']])
  })

  it.each([
    ['gzip', gzipSync],
    ['br', brotliCompressSync],
  ])('may be answered in %s, which is undone', async (encoding, compress) => {
    const url = await endpoint((request, response) => {
      expect(request.headers['accept-encoding']).toContain(encoding)
      response.writeHead(200, { 'content-encoding': encoding }).end(compress(text))
    })
    expect(await readBounded(await post(url), most)).toBe(text)
  })

  it.each(['gzip', 'br'])('is empty where an answer in %s is', async (encoding) => {
    const url = await endpoint((_, response) => {
      response.writeHead(429, { 'content-encoding': encoding }).end()
    })
    const answer = await post(url)
    expect(answer.status).toBe(429)
    expect(await readBounded(answer, most)).toBe('')
  })

  it('does not follow a redirect, which may lead anywhere with its credentials', async () => {
    let asked = 0
    const url = await endpoint((_, response) => {
      asked += 1
      response.writeHead(307, { location: '/elsewhere' }).end()
    })
    expect((await post(url)).status).toBe(307)
    expect(asked).toBe(1)
  })

  it('closes the connection of a body that is larger than what is read, however small it was compressed', async () => {
    let closed: Promise<unknown> = Promise.resolve()
    const url = await endpoint((request, response) => {
      closed = once(request.socket, 'close')
      response.writeHead(200, { 'content-encoding': 'gzip' })
      response.write(gzipSync(Buffer.alloc(10_000_000)))
    })
    expect(await readBounded(await post(url), most)).toBeNull()
    await closed
  })

  it('ends with its signal, in the middle of a body too', async () => {
    let closed: Promise<unknown> = Promise.resolve()
    const url = await endpoint((request, response) => {
      closed = once(request.socket, 'close')
      response.writeHead(200, { 'content-encoding': 'gzip' })
      response.write(gzipSync('{').subarray(0, 12))
    })
    const stop = new AbortController()
    const answer = await post(url, stop.signal)
    const read = readBounded(answer, most)
    stop.abort()
    await expect(read).rejects.toThrow()
    await closed
  })

  it('fails where a body breaks off, and is not taken for a whole one', async () => {
    const url = await endpoint((_, response) => {
      response.writeHead(200, { 'content-length': '100' })
      response.write('{"half":', () => response.destroy())
    })
    await expect(post(url).then((answer) => readBounded(answer, most))).rejects.toThrow()
  })
})
