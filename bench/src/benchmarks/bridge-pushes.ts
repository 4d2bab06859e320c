import { spawnSync } from 'node:child_process'
import autocannon from 'autocannon'
import { z } from 'zod'
import type { Benchmark } from '../benchmark.ts'
import { bridgeBody } from '../bridge-bodies.ts'
import { startChild } from '../child.ts'
import { type Product, startProduct } from '../product.ts'
import { signIn } from '../session.ts'

const seconds = 15
const connections = 50
const bridges = 600
/** So many that no limit decides: one user's bridges may push 2 MiB a second together, and no push counts as less than 32 KiB. */
const users = 60
const networkId = 1

const Token = z.object({ token: z.string() })
const Decoding = z.object({ perSecond: z.number(), unpacked: z.number() })

type Push = { method: 'POST'; headers: Record<string, string>; body: Buffer }

/** Tokens as users make them, waiting as long as the product says where they come too fast. */
async function somePushes(product: Product): Promise<Push[]> {
  const pushes: Push[] = []
  for (let user = 0; user < users; user++) {
    const email = `bench-${user}@example.org`
    const cookie = await signIn(product.origin, email, await product.addUser(email), `198.51.100.${user + 1}`)
    pushes.push(...(await pushesOf(product.origin, cookie, pushes.length)))
  }
  return pushes
}

/** Of one user's bridges, numbered from `first` on. */
async function pushesOf(origin: string, cookie: string, first: number): Promise<Push[]> {
  const csrf = /csrftoken=([^;]+)/.exec(cookie)?.[1] ?? ''
  const pushes: Push[] = []
  while (pushes.length < bridges / users) {
    const answer = await fetch(`${origin}/api/blockchains/bridges/${networkId}/tokens/`, {
      method: 'POST',
      headers: { cookie, 'x-csrftoken': csrf, 'content-type': 'application/json' },
      body: JSON.stringify({ name: `Bridge ${first + pushes.length}` }),
    })
    if (answer.status === 429) {
      const waitSeconds = Number(answer.headers.get('retry-after') ?? 1)
      await new Promise((resolve) => setTimeout(resolve, waitSeconds * 1000))
      continue
    }
    const { token } = Token.parse(await answer.json())
    const number = first + pushes.length
    const headers = {
      // A site lets so many through from one address; each bridge has its own, by the proxy in front.
      'x-forwarded-for': `203.0.113.${number + 1}`,
      authorization: `Bearer ${token}`,
      'content-type': 'application/x-protobuf',
      'content-encoding': 'gzip',
    }
    const body = bridgeBody({ namespace: 'celestia', peerId: `12D3KooWBench${number}` })
    pushes.push({ method: 'POST', headers, body })
  }
  return pushes
}

/** Keeps all threads of a process on one core; false where the machine has no `taskset`. */
function keepOnOneCore(pid: number): boolean {
  return spawnSync('taskset', ['-a', '-c', '-p', '0', String(pid)]).status === 0
}

async function plainDecoding(): Promise<z.infer<typeof Decoding>> {
  const child = startChild(['--import', 'tsx', 'bench/src/baselines/decode-pushes.ts'])
  const report = await child.report(Decoding)
  await child.ended
  return report
}

export const bridgePushes: Benchmark = {
  name: 'bridge-pushes',
  question: 'How many pushes of bridges a second does one core take in, beside plain decoding?',
  baseline: {
    what: 'unpacking and reading the same push in a loop, with nothing kept',
    command: 'node --import tsx bench/src/baselines/decode-pushes.ts',
  },
  async run() {
    const decoding = await plainDecoding()
    const product = await startProduct({
      source: 1,
      networks: [networkId],
      environment: { ROUNDSMAN_TRUSTED_PROXIES: '127.0.0.1' },
    })
    try {
      const requests = await somePushes(product)
      const isOneCore = keepOnOneCore(product.server.pid)
      const url = `${product.origin}/v1/metrics`
      // Each bridge is made once before the clock runs.
      await autocannon({ url, requests, connections: 10, amount: bridges })
      const before = { memory: product.server.residentMebibytes(), cpu: product.server.processorSeconds() }
      // One bridge after the other, whichever connection is free: where each connection goes its own round they gather at
      // the same few bridges, which may not push so often.
      let pushed = 0
      const setupRequest = (request: autocannon.Request) => ({
        ...request,
        ...requests[pushed++ % requests.length],
      })
      const result = await autocannon({ url, requests: [{ setupRequest }], connections, duration: seconds })
      const cpu = product.server.processorSeconds() - before.cpu
      const perSecond = result['2xx'] / result.duration
      return {
        figures: [
          { name: 'pushes taken', value: perSecond, unit: 'pushes/s' },
          { name: 'answer, median', value: result.latency.p50, unit: 'ms' },
          { name: 'answer, p99', value: result.latency.p99, unit: 'ms' },
          { name: 'answers other than 2xx', value: result.non2xx, unit: 'answers' },
          { name: 'processor time of a push', value: (cpu / result['2xx']) * 1000, unit: 'ms' },
          { name: 'resident memory before', value: before.memory, unit: 'MiB' },
          { name: 'resident memory after', value: product.server.residentMebibytes(), unit: 'MiB' },
          { name: 'plain decoding', value: decoding.perSecond, unit: 'pushes/s' },
          { name: 'a push, unpacked', value: decoding.unpacked, unit: 'bytes' },
        ],
        ratios: [{ name: 'taken to decoded', value: perSecond / decoding.perSecond, unit: 'x' }],
        remarks: [
          isOneCore
            ? 'All threads of the server on one core, the embedded engine included; what sends has the others.'
            : 'No taskset here: the server had every core.',
          `Bridges push every ten seconds, so that it is ten times as many bridges: ${Math.round(perSecond * 10)}.`,
        ],
      }
    } finally {
      await product.stop()
    }
  },
}
