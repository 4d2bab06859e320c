import { promisify } from 'node:util'
import { gunzip } from 'node:zlib'
import type { Endpoint } from '@roundsman/contract/endpoint'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { ProblemError } from './problem-error.ts'

/**
 * Takes bodies as bytes, of the endpoint's own types only (415) and up to its own size, packed and unpacked (413), in
 * a scope that holds the one route. Unpacking stops at the bound, so that a small body cannot grow without end.
 */
export function addRawParser(
  scope: FastifyInstance,
  { types, maxBytes }: NonNullable<Endpoint['raw']>,
): void {
  scope.removeAllContentTypeParsers()
  scope.addContentTypeParser(
    [...types],
    { parseAs: 'buffer', bodyLimit: maxBytes },
    async (request: FastifyRequest, body: Buffer) => ({
      type: (request.headers['content-type'] ?? '').split(';', 1)[0]?.trim().toLowerCase() ?? '',
      bytes: await unpack(body, request.headers['content-encoding'], maxBytes),
    }),
  )
}

async function unpack(body: Buffer, encoding: string | undefined, maxBytes: number): Promise<Buffer> {
  const name = (encoding ?? 'identity').trim().toLowerCase()
  if (name === 'identity') return body
  if (name !== 'gzip') throw new ProblemError('unsupported_media_type')
  try {
    return await promisify(gunzip)(body, { maxOutputLength: maxBytes })
  } catch (error) {
    const isTooLarge = error instanceof Error && 'code' in error && error.code === 'ERR_BUFFER_TOO_LARGE'
    throw new ProblemError(isTooLarge ? 'payload_too_large' : 'bad_request', { cause: error })
  }
}
