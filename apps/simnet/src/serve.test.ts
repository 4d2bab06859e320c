import { once } from 'node:events'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { WebSocket } from 'ws'
import { demoCatalogue } from './demo-catalogue.ts'
import type { FaultPlan } from './faults.ts'
import { type Simnet, startSimnet } from './serve.ts'
import { manualClock } from './testing/manual-clock.ts'
import { smallChain, smallProfile } from './testing/small-chain.ts'
import type { Waiting } from './wall-clock.ts'

vi.setConfig({ testTimeout: 60_000 })

const open: Simnet[] = []

afterEach(async () => {
  await Promise.all(open.splice(0).map((simnet) => simnet.close()))
})

/** Waiting that only a test ends. */
function heldWaiting() {
  const held = new Set<() => void>()
  const hold = (_ms: number, run: () => void) => {
    held.add(run)
    return { stop: () => void held.delete(run) }
  }
  const waiting: Waiting = { after: hold, every: hold }
  return { waiting, held, release: () => [...held].forEach((run) => run()) }
}

async function serveSmall(faults: FaultPlan = [], height = 20, profile = smallProfile()) {
  const { chain, clock, to } = smallChain([], profile)
  to(height)
  const waits = heldWaiting()
  const simnet = await startSimnet({
    seed: 'serve',
    clock,
    chains: [chain],
    waiting: waits.waiting,
    endpoints: [
      { blockchainId: 9, name: 'a', faults },
      { blockchainId: 9, name: 'b' },
    ],
  })
  open.push(simnet)
  const [url = '', other = ''] = simnet.endpoints[9] ?? []
  return { simnet, chain, clock, to, url, other, ...waits }
}

function post(url: string, body: unknown): Promise<Response> {
  return fetch(url, { method: 'POST', body: typeof body === 'string' ? body : JSON.stringify(body) })
}

const status = { jsonrpc: '2.0', id: 7, method: 'status', params: {} }

async function heightAt(url: string): Promise<string> {
  const answer = (await (await post(url, status)).json()) as {
    result: { sync_info: { latest_block_height: string } }
  }
  return answer.result.sync_info.latest_block_height
}

describe('N15: the transport', () => {
  it('N15: answers single calls, by name and by position, with the id of the call', async () => {
    const { url } = await serveSmall()
    const byName = await (
      await post(url, { ...status, id: 'x', method: 'commit', params: { height: '5' } })
    ).json()
    const byPlace = await (await post(url, { ...status, id: 'x', method: 'commit', params: ['5'] })).json()
    expect(byName).toMatchObject({ id: 'x', result: { canonical: true } })
    expect(byPlace).toEqual(byName)
  })

  it('N15: answers a batch in its order, ten calls at most', async () => {
    const { url } = await serveSmall()
    const batch = (length: number) =>
      [...Array(length).keys()].map((id) => ({
        jsonrpc: '2.0',
        id,
        method: 'header',
        params: { height: String(id + 1) },
      }))
    const answers = (await (await post(url, batch(10))).json()) as {
      id: number
      result: { header: { height: string } }
    }[]
    expect(answers.map(({ id }) => id)).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 8, 9])
    expect(answers.map(({ result }) => Number(result.header.height))).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10])
    const refused = await post(url, batch(11))
    expect(refused.status).toBe(500)
    expect(await refused.json()).toMatchObject({ error: { code: -32600 } })
  })

  it('N15: a node of 0.34 takes batches of any size', async () => {
    const { url } = await serveSmall([], 20, smallProfile({ batchLimit: null }))
    expect(
      await (
        await post(
          url,
          [...Array(25)].map(() => status),
        )
      ).json(),
    ).toHaveLength(25)
  })

  it('N15: answers addresses with texts in quotes and bytes as 0x', async () => {
    const { url } = await serveSmall()
    const commit = (await (await fetch(`${url}/commit?height=4`)).json()) as {
      result: { signed_header: { header: unknown } }
    }
    expect(commit.result.signed_header.header).toMatchObject({ height: '4' })
    const path = encodeURIComponent('"/cosmos.staking.v1beta1.Query/Pool"')
    const pool = await (await fetch(`${url}/abci_query?path=${path}&data=0x&height=3`)).json()
    expect(pool).toMatchObject({ result: { response: { code: 0, height: '3' } } })
    expect((await fetch(`${url}/commit?height=999`)).status).toBe(500)
    expect((await fetch(new URL('/nowhere/a', url))).status).toBe(404)
  })

  it('N15: survives what is not JSON, not a call, or not protobuf', async () => {
    const { url } = await serveSmall()
    expect(await (await post(url, '{')).json()).toMatchObject({ error: { code: -32700 } })
    expect(await (await post(url, '[1, null]')).json()).toMatchObject([
      { error: { code: -32600 } },
      { error: { code: -32600 } },
    ])
    const params = { path: '/cosmos.staking.v1beta1.Query/Validators', data: 'ffffff' }
    const garbled = await (await post(url, { ...status, method: 'abci_query', params })).json()
    expect(garbled).toMatchObject({ result: { response: { code: 18 } } })
  })

  it('N15: notifies subscribers of NewBlockHeader of every block, in order', async () => {
    const { simnet, url, to } = await serveSmall()
    const socket = new WebSocket(`${url.replace('http', 'ws')}/websocket`)
    const received: { result: { data?: { type: string; value: { header: { height: string } } } } }[] = []
    let wake = () => {}
    socket.on('message', (data: Buffer) => {
      received.push(JSON.parse(data.toString()))
      wake()
    })
    const messages = async (count: number) => {
      while (received.length < count) await new Promise<void>((resolve) => (wake = resolve))
    }
    await once(socket, 'open')
    socket.send(
      JSON.stringify({ ...status, method: 'subscribe', params: { query: "tm.event='NewBlockHeader'" } }),
    )
    await messages(1)
    to(22)
    simnet.announce()
    await messages(3)
    expect(received[0]).toEqual({ jsonrpc: '2.0', id: 7, result: {} })
    expect(received.slice(1).map(({ result }) => result.data?.value.header.height)).toEqual(['21', '22'])
    expect(received[1]?.result.data?.type).toBe('tendermint/event/NewBlockHeader')
    socket.close()
    await once(socket, 'close')
  })
})

describe('N21: faults reach the wire', () => {
  it('N21: garbage, refusals and huge bodies', async () => {
    const { simnet, url } = await serveSmall()
    const get = async (plan: FaultPlan) => {
      simnet.setFaults(9, 'a', plan)
      const response = await post(url, status)
      return { status: response.status, text: await response.text() }
    }
    expect((await get([{ kind: 'html' }])).text).toMatch(/^<!doctype html>/)
    const truncated = await get([{ kind: 'truncated' }])
    expect(truncated.status).toBe(200)
    expect(() => JSON.parse(truncated.text)).toThrow(SyntaxError)
    const twisted = JSON.parse((await get([{ kind: 'wrong_types' }])).text) as {
      id: number
      result: { sync_info: object }
    }
    expect(twisted).toMatchObject({ id: 7, result: { sync_info: { latest_block_height: 20.5 } } })
    expect((await get([{ kind: 'huge', bytes: 3_000_000 }])).text.length).toBeGreaterThan(3_000_000)
    expect((await get([{ kind: 'http_429' }])).status).toBe(429)
    expect((await get([{ kind: 'http_500' }])).status).toBe(500)
  })

  it('N21: dropped sockets, and requests that are never answered', async () => {
    const { simnet, url, other } = await serveSmall([{ kind: 'dropped', toRequest: 1 }, { kind: 'timeout' }])
    await expect(post(url, status)).rejects.toThrow()
    const given = new AbortController()
    const pending = fetch(url, { method: 'POST', body: JSON.stringify(status), signal: given.signal })
    let settled = false
    void pending.catch(() => undefined).finally(() => (settled = true))
    expect(await heightAt(other)).toBe('20')
    expect(settled).toBe(false)
    given.abort()
    await expect(pending).rejects.toThrow()
    expect(simnet.requests(9, 'a')).toBe(2)
  })

  it('N21: a slow endpoint answers when its time has come', async () => {
    const { url, held, release, other } = await serveSmall([{ kind: 'slow', ms: 4_000 }])
    const pending = heightAt(url)
    while (held.size === 0) await heightAt(other)
    release()
    expect(await pending).toBe('20')
  })

  it('N21: lag, lies and other networks are of one endpoint only', async () => {
    const { simnet, url, other } = await serveSmall([{ kind: 'lag', blocks: 5 }])
    expect([await heightAt(url), await heightAt(other)]).toEqual(['15', '20'])
    simnet.setFaults(9, 'a', [{ kind: 'lying_height', blocks: 80 }])
    expect([await heightAt(url), await heightAt(other)]).toEqual(['100', '20'])
    const beyond = await (await post(url, { ...status, method: 'commit', params: { height: '100' } })).json()
    expect(beyond).toMatchObject({ error: { code: -32603 } })
    simnet.setFaults(9, 'a', [])
    expect(await heightAt(url)).toBe('20')
  })
})

describe('N26: the catalogue of the demo', () => {
  it('N26: has the ten networks with their hosts and endpoints, and says that they are simulated', async () => {
    const simnet = await startSimnet({ seed: 'demo', clock: manualClock(Date.UTC(2026, 0, 1)) })
    open.push(simnet)
    const catalogue = demoCatalogue({ endpoints: simnet.endpoints, port: 8123 })
    expect(catalogue.default_blockchain_id).toBe(1)
    expect(catalogue.networks.map(({ blockchain_id, host }) => [blockchain_id, host.split('.')[0]])).toEqual([
      [1, 'celestia'],
      [2, 'celestia-testnet'],
      [3, '0g-testnet'],
      [4, 'xrpl-testnet'],
      [5, 'xrpl'],
      [6, 'story-testnet'],
      [7, 'althea'],
      [8, 'haqq'],
      [9, 'provenance'],
      [10, 'story'],
    ])
    expect(catalogue.networks[0]).toMatchObject({
      domain: 'http://celestia.roundsman.localhost:8123',
      name: 'Celestia Mainnet',
      symbol: 'TIA',
      is_da_enabled: true,
      rpc: simnet.endpoints[1],
    })
    expect(catalogue.networks.every(({ rpc }) => rpc.length === 2)).toBe(true)
    expect(Object.keys(catalogue.notice)).toEqual(['en', 'ru', 'uk'])
  })

  it('N26: has those that are named alone, with the first of them as the default', () => {
    const some = demoCatalogue({ endpoints: {}, port: 8123, networks: ['haqq', 'celestia'] })
    expect(some.networks.map(({ name }) => name)).toEqual(['Celestia Mainnet', 'Haqq Mainnet'])
    expect(some).toMatchObject({
      default_blockchain_id: 8,
      provider: { url: 'http://haqq.roundsman.localhost:8123' },
    })
    expect(() => demoCatalogue({ endpoints: {}, port: 8123, networks: [] })).toThrow('no network')
  })
})
