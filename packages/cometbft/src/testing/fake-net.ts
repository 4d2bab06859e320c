import type { Fetch } from '../fetch.ts'
import { answerOf, type FakeEndpoint } from './fake-endpoint.ts'
import { createGate, type Gate } from './gate.ts'

/** Hosts and the endpoints behind them, reached by a `fetch` of its own. */
export interface FakeNet {
  fetch: Fetch
  urls: string[]
  endpoints: Record<string, FakeEndpoint>
  /** Opens when the next request begins to hang. */
  nextHang(): Promise<void>
}

interface Call {
  id: number
  method: string
  params: Record<string, string>
}

export function createFakeNet(endpoints: Record<string, FakeEndpoint>): FakeNet {
  let hanging: Gate = createGate()

  const fetch: Fetch = (url, init) => {
    const endpoint = endpoints[new URL(url).host]
    if (endpoint === undefined) return Promise.reject(new TypeError('no such host'))
    const body = JSON.parse(init.body as string) as Call | Call[]
    const calls = Array.isArray(body) ? body : [body]
    endpoint.asked.push(...calls.map(({ method }) => method))
    const spoiled = calls.some(({ method }) => endpoint.faultFor?.includes(method) ?? true)
    if (endpoint.fault !== 'none' && spoiled) return faulty(endpoint.fault)
    const answers = calls.map(({ id, method, params }) => ({
      jsonrpc: '2.0',
      id,
      ...answerOf(endpoint, method, params, calls.length === 1),
    }))
    return Promise.resolve(new Response(JSON.stringify(Array.isArray(body) ? answers : answers[0])))
  }

  function faulty(fault: Exclude<FakeEndpoint['fault'], 'none'>): Promise<Response> {
    switch (fault) {
      case 'hang':
        hanging.open()
        return new Promise(() => undefined)
      case 'refuse':
        return Promise.reject(new TypeError('fetch failed', { cause: new Error('connect ECONNREFUSED') }))
      case 'garbage':
        return Promise.resolve(new Response('{"jsonrpc":"2.0","id":1,"result":{"node_info":'))
      case 'http-500':
        return Promise.resolve(new Response('<html>oops</html>', { status: 500 }))
      case 'http-429':
        return Promise.resolve(new Response('slow down', { status: 429 }))
    }
  }

  return {
    fetch,
    endpoints,
    urls: Object.keys(endpoints).map((host) => `https://${host}/`),
    nextHang: () => {
      hanging = createGate()
      return hanging.opened
    },
  }
}
