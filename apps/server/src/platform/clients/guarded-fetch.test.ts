import { subscribe, unsubscribe } from 'node:diagnostics_channel'
import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { type AddressInfo, createServer as createTcpServer, type Socket } from 'node:net'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { createManualClock } from '../../testing/manual-clock.ts'
import { createGuardedFetch } from './guarded-fetch.ts'

const never = new AbortController().signal
const post = { method: 'POST', body: '{}', signal: never } as const
const closing: (() => void)[] = []
afterEach(() => {
  for (const close of closing.splice(0)) close()
})

/** A server on an address of loopback; gives its port. */
async function listening(
  answer: (request: IncomingMessage, response: ServerResponse) => void,
  address = '127.0.0.1',
): Promise<number> {
  const server = createServer(answer).listen(0, address)
  closing.push(() => {
    server.closeAllConnections()
    server.close()
  })
  await once(server, 'listening')
  return (server.address() as AddressInfo).port
}

/** Gives each look-up the next of these answers, and then the last one for good. */
function names(...answers: readonly (readonly string[])[]) {
  return vi.fn(async (_hostname: string) => {
    const answer = answers[Math.min(resolveCalls++, answers.length - 1)] ?? []
    return answer.map((address) => ({ address, family: address.includes(':') ? 6 : 4 }))
  })
}
let resolveCalls = 0

function guarded(allow: readonly string[], ...answers: readonly (readonly string[])[]) {
  resolveCalls = 0
  const clock = createManualClock()
  const resolve = names(...answers)
  return { fetch: createGuardedFetch(() => allow, clock, resolve), clock, resolve }
}

/** A promise that the test's server keeps. */
function awaited<T>(): { promise: Promise<T>; resolve(value: T): void } {
  let resolve: (value: T) => void = () => undefined
  const promise = new Promise<T>((keep) => {
    resolve = keep
  })
  return { promise, resolve: (value) => resolve(value) }
}

const notAllowed = { name: 'OutboundError', code: 'address_not_allowed' }

describe('B151: addresses that users give are reached where they are public only', () => {
  const refused = [
    '127.0.0.1',
    '127.255.255.254',
    '10.1.2.3',
    '172.16.0.1',
    '172.31.255.255',
    '192.168.1.1',
    '169.254.169.254',
    '100.64.0.1',
    '0.0.0.0',
    '255.255.255.255',
    '224.0.0.1',
    '192.0.2.1',
    '198.51.100.7',
    '203.0.113.9',
    '198.18.0.1',
    '240.0.0.1',
    '::',
    '::1',
    'fe80::1',
    'fe80::1%eth0',
    'fc00::1',
    'fd12:3456::1',
    'fec0::1',
    'ff02::1',
    '::ffff:127.0.0.1',
    '::ffff:10.0.0.1',
    '::127.0.0.1',
    '64:ff9b::7f00:1',
    '64:ff9b::808:808',
    '64:ff9b:1::a00:1',
    '2002:7f00:1::',
    '2001:0:1::1',
    '2001:db8::1',
    '3fff::1',
    '100::1',
    '5f00::1',
    'no address',
  ]
  for (const address of refused)
    it(`refuses a name that leads to ${address}`, async () => {
      const { fetch } = guarded([], [address])
      await expect(fetch('https://hooks.test/secret', post)).rejects.toMatchObject(notAllowed)
    })

  it('goes to public ones, and does TLS there with the name of the address', async () => {
    const first = awaited<Buffer>()
    const server = createTcpServer((socket: Socket) => {
      socket.once('data', (data) => {
        first.resolve(data)
        socket.destroy()
      })
    }).listen(0, '127.0.0.1')
    closing.push(() => server.close())
    await once(server, 'listening')
    const { port } = server.address() as AddressInfo
    const { fetch } = guarded(['127.0.0.1'], ['127.0.0.1'])
    const sent = fetch(`https://hooks.test:${port}/`, post)
    await expect(sent).rejects.toMatchObject({ code: 'no_answer' })
    const hello = await first.promise
    expect([hello[0], hello.includes('hooks.test')]).toEqual([0x16, true])
  })

  const literals = [
    'https://127.0.0.1/',
    'https://2130706433/',
    'https://0x7f000001/',
    'https://0177.0.0.1/',
    'https://127.1/',
    'https://0/',
    'https://[::1]/',
    'https://[::ffff:10.0.0.1]/',
    'https://[64:ff9b::a9fe:a9fe]/',
    'https://169.254.169.254:8443/latest/meta-data/',
    'https://①②⑦.0.0.1/',
  ]
  for (const url of literals)
    it(`refuses ${url}, however it is written`, async () => {
      const { fetch, resolve } = guarded([], ['8.8.8.8'])
      await expect(fetch(url, post)).rejects.toMatchObject(notAllowed)
      expect(resolve).not.toHaveBeenCalled()
    })

  it('1.3.6 refuses a name of which one address is not allowed', async () => {
    const { fetch } = guarded([], ['8.8.8.8', '10.0.0.1'])
    await expect(fetch('https://hooks.test/', post)).rejects.toMatchObject(notAllowed)
  })
})

describe('B152: what the operator names may be reached, and by http too', () => {
  it('reaches it', async () => {
    const port = await listening((request, response) => response.end(`${request.method} ${request.url}`))
    const { fetch } = guarded(['10.0.0.0/8', '127.0.0.0/8'], ['127.0.0.1'])
    const answer = await fetch(`http://hooks.test:${port}/path?key=1`, post)
    expect([answer.status, await answer.text()]).toEqual([200, 'POST /path?key=1'])
    expect((await fetch(`http://127.0.0.1:${port}/`, post)).status).toBe(200)
  })

  it('knows it in the form that maps IPv4 into IPv6', async () => {
    const port = await listening((_request, response) => response.end())
    const { fetch } = guarded(['127.0.0.1'], ['127.0.0.1'])
    expect((await fetch(`http://[::ffff:127.0.0.1]:${port}/`, post)).status).toBe(200)
  })

  const elsewhere = [
    'http://8.8.8.8/',
    'http://hooks.test/',
    'ftp://127.0.0.1/',
    'file:///etc/passwd',
    'hooks',
  ]
  for (const url of [...elsewhere, 'https://user@127.0.0.1/', 'http://:password@127.0.0.1/'])
    it(`refuses ${url}`, async () => {
      const { fetch } = guarded(['127.0.0.1', 'fd00::/8'], ['8.8.8.8'])
      await expect(fetch(url, post)).rejects.toMatchObject(notAllowed)
    })
})

describe('B153: a connection goes to just the addresses that were checked', () => {
  it('looks a name up once for each connection, so that a second answer leads nowhere', async () => {
    const port = await listening((_request, response) => {
      response.setHeader('connection', 'close')
      response.end('public')
    })
    const { fetch, resolve } = guarded(['127.0.0.1'], ['127.0.0.1'], ['127.0.0.2'])
    const url = `http://hooks.test:${port}/`
    expect(await (await fetch(url, post)).text()).toBe('public')
    expect(resolve).toHaveBeenCalledTimes(1)
    await expect(fetch(url, post)).rejects.toMatchObject(notAllowed)
    expect(resolve).toHaveBeenCalledTimes(2)
  })

  for (const status of [301, 302, 307, 308])
    it(`does not follow a redirect (${status})`, async () => {
      const asked: string[] = []
      const port = await listening((request, response) => {
        asked.push(request.url ?? '')
        response.writeHead(status, { location: '/private' }).end()
      })
      const { fetch } = guarded(['127.0.0.1'], ['127.0.0.1'])
      expect((await fetch(`http://hooks.test:${port}/`, post)).status).toBe(status)
      expect(asked).toEqual(['/'])
    })
})

describe('B154: an answer has 10 s and 64 KiB', () => {
  it('gives up an answer that never comes, without the path in its words', async () => {
    const asked = awaited<void>()
    const port = await listening(() => asked.resolve())
    const { fetch, clock } = guarded(['127.0.0.1'], ['127.0.0.1'])
    const sent = fetch(`http://hooks.test:${port}/secret`, post).catch((error: unknown) => error)
    await asked.promise
    await clock.advance(10_000)
    expect(await sent).toMatchObject({
      name: 'OutboundError',
      code: 'no_answer',
      message: 'hooks.test did not answer in time.',
    })
  })

  it('ends with the signal, for its reason', async () => {
    const asked = awaited<void>()
    const port = await listening(() => asked.resolve())
    const { fetch } = guarded(['127.0.0.1'], ['127.0.0.1'])
    const stop = new AbortController()
    const sent = fetch(`http://hooks.test:${port}/`, { ...post, signal: stop.signal })
    await asked.promise
    stop.abort(new Error('stopped'))
    await expect(sent).rejects.toThrow('stopped')
  })

  it('keeps the first 64 KiB of a body without end, and hangs up', async () => {
    const closed = awaited<void>()
    const port = await listening((_request, response) => {
      response.on('close', () => closed.resolve())
      const more = () => {
        while (response.writable && response.write('x'.repeat(10_000)));
      }
      response.on('drain', more)
      more()
    })
    const { fetch } = guarded(['127.0.0.1'], ['127.0.0.1'])
    const answer = await fetch(`http://hooks.test:${port}/`, post)
    expect([answer.status, (await answer.text()).length]).toEqual([200, 65_536])
    await closed.promise
  })

  it('keeps what came of a slow body: the status was there', async () => {
    const begun = awaited<unknown>()
    subscribe('undici:request:headers', begun.resolve)
    closing.push(() => unsubscribe('undici:request:headers', begun.resolve))
    const port = await listening((_request, response) => response.writeHead(202).write('so far'))
    const { fetch, clock } = guarded(['127.0.0.1'], ['127.0.0.1'])
    const sent = fetch(`http://hooks.test:${port}/`, post)
    await begun.promise
    await clock.advance(10_000)
    expect((await sent).status).toBe(202)
  })

  it('gives headers, and an answer without a body', async () => {
    const port = await listening((_request, response) =>
      response.writeHead(204, { 'retry-after': '7', 'set-cookie': ['a=1', 'b=2'] }).end(),
    )
    const { fetch } = guarded(['127.0.0.1'], ['127.0.0.1'])
    const answer = await fetch(`http://hooks.test:${port}/`, post)
    expect([answer.status, answer.headers.get('retry-after'), await answer.text()]).toEqual([204, '7', ''])
  })
})

describe('B155: what went wrong names the host and nothing else of the address', () => {
  it('says so of a refused connection, a name that leads nowhere and an address that is none', async () => {
    const port = await listening(() => undefined)
    closing.splice(0).forEach((close) => close())
    const refusedHere = guarded(['127.0.0.1'], ['127.0.0.1'])
    const unknown = guarded([])
    unknown.resolve.mockRejectedValue(Object.assign(new Error('getaddrinfo'), { code: 'ENOTFOUND' }))
    const wordsOf = (sent: Promise<Response>) => sent.then(String, String)
    expect(await wordsOf(refusedHere.fetch(`http://hooks.test:${port}/hunter2?hunter2`, post))).toBe(
      'OutboundError: hooks.test could not be reached (ECONNREFUSED).',
    )
    expect(await wordsOf(unknown.fetch('https://hooks.test/hunter2', post))).toBe(
      'OutboundError: hooks.test could not be reached (ENOTFOUND).',
    )
    expect(await wordsOf(unknown.fetch('https://hun ter2/', post))).not.toContain('ter2')
    expect(await wordsOf(guarded([], ['10.0.0.1']).fetch('https://hooks.test/hunter2', post))).toBe(
      'OutboundError: hooks.test leads to an address that is not allowed.',
    )
  })
})
