import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import autocannon from 'autocannon'
import type { Benchmark, Figure } from '../benchmark.ts'
import { type Child, startChild } from '../child.ts'
import { type Product, startProduct } from '../product.ts'
import { signIn } from '../session.ts'

const seconds = 15
const connections = 20
/** Each session may ask 20 times a second, so the load comes from many of them, as it would from many users. */
const sessions = 400

type Headers = Record<string, string>

/** Requests per second with every request of the round sent in turn by each connection. */
async function load(
  url: string,
  rounds: readonly Headers[],
): Promise<{ perSecond: number; p99: number; refused: number }> {
  const requests = rounds.map((headers) => ({ method: 'GET' as const, headers }))
  const result = await autocannon({ url, requests, connections, duration: seconds })
  return { perSecond: result.requests.average, p99: result.latency.p99, refused: result.non2xx }
}

/** Signs in from many addresses: the product believes this loopback proxy, as it would an operator's. */
async function manySessions(product: Product): Promise<Headers[]> {
  const all: Headers[] = []
  for (let n = 0; n < sessions; n += 1) {
    const from = `198.51.${100 + Math.floor(n / 250)}.${1 + (n % 250)}`
    const cookie = await signIn(product.origin, product.email, product.password, from)
    all.push({ cookie, 'x-forwarded-for': from })
  }
  return all
}

/** The bare route, in a process of its own like the product. */
function startBareRoute(body: string): { child: Child; url: Promise<string> } {
  const file = join(mkdtempSync(join(tmpdir(), 'roundsman-bench-')), 'body.json')
  writeFileSync(file, body)
  const child = startChild(['--import', 'tsx', 'bench/src/baselines/bare-route.ts', file])
  return { child, url: child.line((line) => /^http:\S+/.exec(line)?.[0]) }
}

/** One call of the product beside the bare route with the same bytes. */
async function compare(
  name: string,
  url: string,
  headers: readonly Headers[],
): Promise<{ figures: Figure[]; ratio: Figure }> {
  const answer = await fetch(url, { headers: headers[0] ?? {} })
  if (!answer.ok) throw new Error(`${name} call: ${answer.status}`)
  const body = await answer.text()
  const bare = startBareRoute(body)
  const ours = await load(url, headers)
  const theirs = await load(await bare.url, headers)
  await bare.child.stop()
  return {
    figures: [
      { name: `${name} call`, value: ours.perSecond, unit: 'requests/s' },
      { name: `${name} call, p99`, value: ours.p99, unit: 'ms' },
      { name: `${name} call, answers other than 2xx`, value: ours.refused, unit: 'answers' },
      { name: `bare route, ${name}`, value: theirs.perSecond, unit: 'requests/s' },
      { name: `bare route, ${name}, p99`, value: theirs.p99, unit: 'ms' },
      { name: `body, ${name}`, value: Buffer.byteLength(body), unit: 'bytes' },
    ],
    ratio: { name: `ours to the bare route, ${name}`, value: ours.perSecond / theirs.perSecond, unit: 'x' },
  }
}

export const listCall: Benchmark = {
  name: 'list-call',
  question:
    'How many calls of the list and of one validator’s details a second, beside a bare Fastify route that sends the same bytes?',
  baseline: {
    what: 'a Fastify route with nothing else around it, sending the same body',
    command: 'node --import tsx bench/src/baselines/bare-route.ts <file with the body>',
  },
  async run() {
    const product = await startProduct({
      source: 1,
      networks: [1],
      environment: { ROUNDSMAN_TRUSTED_PROXIES: '127.0.0.1' },
    })
    try {
      const headers = await manySessions(product)
      const calls = `${product.origin}/api/blockchains`
      const list = await compare('list', `${calls}/list/1/`, headers)
      const details = await compare('details', `${calls}/details/1/1/`, headers)
      return {
        figures: [...list.figures, ...details.figures],
        ratios: [list.ratio, details.ratio],
        remarks: [
          'All sent uncompressed; ours also finds the session, checks the right to read and limits the rate. Details have the last 500 blocks.',
        ],
      }
    } finally {
      await product.stop()
    }
  },
}
