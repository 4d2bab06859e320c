import { promisify } from 'node:util'
import { gunzip, gunzipSync } from 'node:zlib'
import multipart from '@fastify/multipart'
import type { Endpoint } from '@roundsman/contract/endpoint'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { ProblemError } from './problem-error.ts'

// What each route says of its body, for the parsers.
declare module 'fastify' {
  interface FastifyContextConfig {
    takes?: NonNullable<Endpoint['takes']>
  }
}

/** Only JSON is taken; an empty body counts as none, since calls without a body may still name its type. */
export function addJsonParser(app: FastifyInstance): void {
  app.removeAllContentTypeParsers()
  const parse = app.getDefaultJsonParser('error', 'error')
  app.addContentTypeParser('application/json', { parseAs: 'string' }, (request, body, done) => {
    const text = typeof body === 'string' ? body : body.toString('utf8')
    if (text.trim() === '') {
      done(null, undefined)
      return
    }
    void parse(request, text, (error, value: unknown) => {
      if (error) done(new ProblemError('bad_request', { cause: error }))
      else done(null, value)
    })
  })
}

/**
 * Forms, as an object of names and values, for the calls that say so and for no other: a page of any site may send a
 * form without asking. Of a name that comes twice the last value counts.
 */
export function addFormParser(app: FastifyInstance): void {
  app.addContentTypeParser(
    'application/x-www-form-urlencoded',
    { parseAs: 'string' },
    (request, body, done) => {
      if (request.routeOptions.config.takes === 'form') {
        done(null, Object.fromEntries(new URLSearchParams(body.toString())))
      } else done(new ProblemError('unsupported_media_type'))
    },
  )
}

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

/**
 * What is unpacked at once where it is: a push of a bridge has half of it and takes 0.06 ms, and handing it to another
 * thread and taking it back, piece by piece, five times that.
 */
const atOnceBytes = 64 * 1024
const unpackApart = promisify(gunzip)

async function unpack(body: Buffer, encoding: string | undefined, maxBytes: number): Promise<Buffer> {
  const name = (encoding ?? 'identity').trim().toLowerCase()
  if (name === 'identity') return body
  if (name !== 'gzip') throw new ProblemError('unsupported_media_type')
  try {
    return unpackAtOnce(body, maxBytes) ?? (await unpackApart(body, { maxOutputLength: maxBytes }))
  } catch (error) {
    throw new ProblemError(isTooLarge(error) ? 'payload_too_large' : 'bad_request', { cause: error })
  }
}

/** @returns null where it is too much for that */
function unpackAtOnce(body: Buffer, maxBytes: number): Buffer | null {
  if (body.length > atOnceBytes) return null
  try {
    return gunzipSync(body, {
      maxOutputLength: Math.min(atOnceBytes, maxBytes),
      chunkSize: Math.min(Math.max(saidLength(body) + 1, leastChunk), atOnceBytes),
    })
  } catch (error) {
    if (isTooLarge(error)) return null
    throw error
  }
}

/** zlib takes none that is smaller. */
const leastChunk = 64

/**
 * How long it says that it is unpacked, modulo 2^32, in its last four bytes (RFC 1952). One place of that size, and one
 * byte to see that it ends, is enough; where it is not true there are more places, up to the bound.
 */
function saidLength(body: Buffer): number {
  return body.length < 4 ? 0 : body.readUInt32LE(body.length - 4)
}

function isTooLarge(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'ERR_BUFFER_TOO_LARGE'
}

/**
 * Lets the calls that say so, and no other, take `multipart/form-data`: a page of any site may send that without
 * asking. Nothing is parsed before `readUpload` does it.
 */
export async function addUploadParser(app: FastifyInstance): Promise<void> {
  await app.register(multipart)
  app.addHook('preParsing', async (request) => {
    const isUpload = /^multipart\//i.test(request.headers['content-type'] ?? '')
    if (isUpload && request.routeOptions.config.takes !== 'multipart')
      throw new ProblemError('unsupported_media_type')
  })
}

/** The one file of an upload, of at most so many bytes (413). The name and type that the sender gives it count nothing. */
export async function readUpload(request: FastifyRequest, maxBytes: number): Promise<Buffer> {
  if (!request.isMultipart()) throw new ProblemError('unsupported_media_type')
  const limits = { fileSize: maxBytes, files: 1, fields: 8, fieldSize: 1024, parts: 9, headerPairs: 32 }
  try {
    const part = await request.file({ limits, throwFileSizeLimit: true })
    if (!part) throw new ProblemError('bad_request')
    return await part.toBuffer()
  } catch (error) {
    if (error instanceof ProblemError) throw error
    const { statusCode } = error instanceof Error ? (error as { statusCode?: number }) : {}
    throw new ProblemError(statusCode === 413 ? 'payload_too_large' : 'bad_request', { cause: error })
  }
}
