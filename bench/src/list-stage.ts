import { existsSync, readFileSync } from 'node:fs'
import { createServer, type ServerResponse } from 'node:http'
import { extname, join } from 'node:path'
import { brotliCompressSync, constants } from 'node:zlib'
import { liveProtocol } from '@roundsman/contract/live/live'
import { preferencesOf } from '../../e2e/src/stage/alert-answers.ts'
import { bootOf, profileOf, statusesOf } from '../../e2e/src/stage/answers.ts'
import { createStageChain } from '../../e2e/src/stage/stage-chain.ts'
import { chartPoints } from './chart-points.ts'
import { createStageBridges } from './stage-bridges.ts'
import { root } from './child.ts'

/** The built page before a server that says what a benchmark wants, when it wants it. */
export interface ListStage {
  origin: string
  /** Makes the next block and sends it to every page. */
  block(): void
  /** Takes the next pushes of a fifth of the bridges, of which there are as many as validators, and sends what changed. */
  pushes(): void
  close(): Promise<void>
}

const ourPage = join(root, 'apps/web/dist')
/** The quick end of brotli, as the server's answers are compressed. */
const brotli = (text: string) => brotliCompressSync(text, { params: { [constants.BROTLI_PARAM_QUALITY]: 4 } })

interface StageOptions {
  /** Of the built page, each file with its compressed form beside it; ours, unless said otherwise. */
  dist?: string
  /** Nobody is signed in. */
  guest?: boolean
}
const types: Record<string, string> = {
  '.css': 'text/css',
  '.js': 'text/javascript',
  '.svg': 'image/svg+xml',
  '.woff2': 'font/woff2',
}

/** Serves the page, a list of so many validators, some two thirds of which sign, and one of as many bridges. */
export async function startListStage(
  rows: number,
  { dist = ourPage, guest = false }: StageOptions = {},
): Promise<ListStage> {
  const chain = createStageChain(rows, 7)
  const bridges = createStageBridges(rows)
  const streams = new Set<ServerResponse>()
  let at = Date.now()
  chain.step(new Date(at))
  const send = (response: ServerResponse, event: string, data: Record<string, unknown> & { seq: number }) =>
    response.write(`id: ${data.seq}\nevent: ${event}\ndata: ${JSON.stringify(data)}\n\n`)
  const compressed = (response: ServerResponse, type: string, text: string) => {
    response.setHeader('content-type', type)
    response.setHeader('content-encoding', 'br')
    response.end(brotli(text))
  }
  const json = (response: ServerResponse, body: unknown) =>
    compressed(response, 'application/json', JSON.stringify(body))
  const file = (response: ServerResponse, path: string) => {
    response.setHeader('content-type', types[extname(path)] ?? '')
    const isCompressed = existsSync(`${path}.br`)
    if (isCompressed) response.setHeader('content-encoding', 'br')
    response.end(readFileSync(isCompressed ? `${path}.br` : path))
  }

  const server = createServer((request, response) => {
    const { pathname, searchParams } = new URL(request.url ?? '/', 'http://localhost')
    if (guest && pathname.startsWith('/api/')) response.writeHead(401).end()
    else if (pathname.startsWith('/api/live/')) {
      response.writeHead(200, { 'content-type': 'text/event-stream' })
      send(response, 'hello', { protocol: liveProtocol, seq: chain.list().seq })
      streams.add(response)
      request.on('close', () => streams.delete(response))
    } else if (pathname.startsWith('/api/blockchains/list/')) json(response, chain.list())
    else if (pathname === '/api/blockchains/bridges/1/') json(response, bridges.list())
    else if (pathname === '/api/blockchains/charts/')
      json(response, chartPoints(searchParams, Date.now(), at))
    else if (pathname === '/api/networks/status/') json(response, statusesOf('live'))
    else if (pathname === '/api/users/profile/') json(response, profileOf('live'))
    else if (pathname === '/api/users/preferences/') json(response, preferencesOf('live'))
    else if (pathname.startsWith('/api/')) response.writeHead(404).end()
    else if (types[extname(pathname)] !== undefined) file(response, join(dist, pathname))
    else compressed(response, 'text/html; charset=utf-8', indexPage(dist))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('no port was given')

  return {
    origin: `http://localhost:${address.port}`,
    block() {
      at += 1_000
      const { height, changed } = chain.step(new Date(at))
      const time = new Date(at).toISOString()
      const withLetter = (letter: string) =>
        changed.flatMap(({ id, recent_signatures }) => (recent_signatures?.at(-1) === letter ? [id] : []))
      const letters = { m: withLetter('m'), n: withLetter('n'), p: withLetter('p'), none: withLetter('-') }
      const blocks = [{ height, at: time, ...letters }]
      const missed = changed.filter(({ id }) => letters.m.includes(id))
      for (const stream of streams) {
        send(stream, 'height', { height, at: time, seq: height, blocks })
        const rowsChanged = missed.map(({ id, missed_blocks }) => ({ id, missed_blocks }))
        send(stream, 'validators', { changed: rowsChanged, removed: [], seq: height })
      }
    },
    pushes() {
      const changed = bridges.step()
      for (const stream of streams) send(stream, 'bridges', changed)
    },
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}

function indexPage(dist: string): string {
  const boot = JSON.stringify(bootOf('live')).replaceAll('<', '\\u003c')
  return readFileSync(join(dist, 'index.html'), 'utf8')
    .replaceAll('__CSP_NONCE__', '')
    .replace('<!--boot-->', () => `<script type="application/json" id="boot">${boot}</script>`)
}
