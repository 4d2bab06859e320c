import type { Fetch } from '@roundsman/cometbft/rpc-client'
import { pipeline, type Readable } from 'node:stream'
import { constants, createBrotliDecompress, createGunzip } from 'node:zlib'
import { Agent, request } from 'undici'

const agent = new Agent()

const { Z_SYNC_FLUSH, BROTLI_OPERATION_FLUSH } = constants
/** What a body may be compressed by, and what undoes that; one that ends early, or is empty, gives what came, as with `fetch`. */
const decompressors = new Map([
  ['gzip', () => createGunzip({ flush: Z_SYNC_FLUSH, finishFlush: Z_SYNC_FLUSH })],
  [
    'br',
    () => createBrotliDecompress({ flush: BROTLI_OPERATION_FLUSH, finishFlush: BROTLI_OPERATION_FLUSH }),
  ],
])
const accepted = [...decompressors.keys()].join(', ')

/**
 * Requests to the endpoints of chains, several for each block of each network. Node's `fetch` makes a stream of the web's
 * kind and two objects of headers for each, which take five times the processor time of the request itself (decision 022).
 * Redirects are not followed: no request here ever asks for that.
 */
export const systemEndpointFetch: Fetch = async (url, { method, headers, body, signal }) => {
  const answer = await request(url, {
    dispatcher: agent,
    method,
    headers: { ...headers, 'accept-encoding': accepted, 'user-agent': 'Roundsman' },
    body,
    signal,
  })
  return { status: answer.statusCode, body: decompressed(answer.body, answer.headers['content-encoding']) }
}

function decompressed(body: Readable, encoding: string | string[] | undefined): Readable {
  const create = decompressors.get(String(encoding))
  // What ends either ends both; whoever reads learns why.
  return create === undefined ? body : pipeline(body, create(), () => undefined)
}
