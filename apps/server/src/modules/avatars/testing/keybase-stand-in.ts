import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

type Answer = (response: ServerResponse) => void

/** Keybase's published API and where it keeps pictures, as far as they are used: an HTTP server of this test. */
export interface KeybaseStandIn {
  /** Brings what is asked of either to the server; everything else is out of reach. */
  fetch: typeof globalThis.fetch
  /** By key suffix: the address of the picture, or null for somebody who has none. Others are unknown. */
  people: Map<string, string | null>
  /** What is at an address, in place of what would be. */
  at: Map<string, Answer>
  /** Everything that was asked for, without the query, of whatever host. */
  asked: string[]
  /** Key suffixes that were asked about. */
  lookedUp: string[]
  /** Resolves with the next request. */
  arrival(): Promise<void>
  close(): Promise<void>
}

export const lookupAddress = 'https://keybase.io/_/api/1.0/user/lookup.json'
/** Where pictures are kept. */
export const pictureAddress = (name: string) => `https://s3.amazonaws.com/keybase_processed_uploads/${name}`

export const withStatus =
  (status: number, headers: Record<string, string> = {}): Answer =>
  (response) =>
    response.writeHead(status, headers).end()
export const withBody =
  (body: Uint8Array | string): Answer =>
  (response) =>
    response.end(body)

export async function createKeybaseStandIn(): Promise<KeybaseStandIn> {
  const people = new Map<string, string | null>()
  const at = new Map<string, Answer>()
  const asked: string[] = []
  const lookedUp: string[] = []
  let arrived: () => void = () => undefined
  const server = createServer((request, response) => {
    const { pathname, searchParams } = new URL(request.url ?? '/', 'http://stand-in')
    const address = `https:/${pathname}`
    const suffix = searchParams.get('key_suffix')
    if (suffix !== null) lookedUp.push(suffix)
    const isLookup = address === lookupAddress && searchParams.get('fields') === 'pictures'
    const usual = isLookup ? withBody(lookupOf(people, suffix ?? '')) : withStatus(403)
    const answer = at.get(address) ?? usual
    answer(response)
    arrived()
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return {
    people,
    at,
    asked,
    lookedUp,
    async fetch(input, init) {
      const { protocol, host, pathname, search } = new URL(input instanceof Request ? input.url : input)
      asked.push(`${protocol}//${host}${pathname}`)
      if (protocol !== 'https:' || !['keybase.io', 's3.amazonaws.com'].includes(host))
        throw new TypeError('fetch failed: out of reach')
      return fetch(`http://127.0.0.1:${port}/${host}${pathname}${search}`, init)
    },
    arrival: () =>
      new Promise((resolve) => {
        arrived = resolve
      }),
    async close() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

/** As keybase answers: `them` has who has such a key, or nobody. */
function lookupOf(people: ReadonlyMap<string, string | null>, suffix: string): string {
  const address = people.get(suffix)
  const pictures = address == null ? {} : { pictures: { primary: { url: address, source: null } } }
  const them = address === undefined ? [] : [{ id: 'f'.repeat(32), ...pictures }]
  return JSON.stringify({ status: { code: 0, name: 'OK' }, them })
}
