import { createHash } from 'node:crypto'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import { negotiate } from '@fastify/accept-negotiator'
import type { FastifyReply, FastifyRequest } from 'fastify'

/** Of an answer about its reader's own things on a network, whose other answers a browser may keep (B221). */
export const keptByNobody = { 'cache-control': 'no-store' } as const

/** What is smaller is not worth compressing. */
export const compressFrom = 1024

/** Sends a body as JSON, with an ETag on reads; the compression of all answers comes after it. */
export function sendJson(request: FastifyRequest, reply: FastifyReply, text: string): FastifyReply {
  void reply.type('application/json; charset=utf-8')
  if (request.method !== 'GET' || reply.statusCode !== 200) return reply.send(text)
  const own = reply.getHeader('etag')
  const etag = typeof own === 'string' ? own : etagOf(text)
  void reply.header('etag', etag)
  if (matches(request.headers['if-none-match'], etag)) return reply.code(304).send()
  return reply.send(text)
}

/** Sends a body that is at hand, compressed already where the caller takes that. */
export function sendKept(
  request: FastifyRequest,
  reply: FastifyReply,
  kept: KeptBody,
): FastifyReply | Promise<FastifyReply> {
  void reply.type('application/json; charset=utf-8')
  void reply.header('etag', kept.etag).header('vary', 'accept-encoding')
  if (matches(request.headers['if-none-match'], kept.etag)) return reply.code(304).send()
  const encoding = encodingFor(request.headers['accept-encoding'])
  if (encoding === null || kept.bytes.length < compressFrom) return reply.send(kept.bytes)
  return kept.encoded(encoding).then((bytes) => reply.header('content-encoding', encoding).send(bytes))
}

function encodingFor(header: string | string[] | undefined): Encoding | null {
  return typeof header === 'string' ? negotiate(header.toLowerCase(), [...encodings]) : null
}

export const encodings = ['br', 'gzip'] as const
type Encoding = (typeof encodings)[number]

/** The quick end of brotli: answers change with each block. */
export const brotliParams = { [constants.BROTLI_PARAM_QUALITY]: 4 }

/** A JSON body that is sent many times before it changes, with its tag. */
export interface KeptBody {
  etag: string
  bytes: Buffer
  /** Its compressed form, made outside the main thread when first asked for. */
  encoded(encoding: Encoding): Promise<Buffer>
}

const compress = {
  br: (bytes: Buffer) => promisify(brotliCompress)(bytes, { params: brotliParams }),
  gzip: (bytes: Buffer) => promisify(gzip)(bytes),
}

export function keepBody(json: string, etag: string): KeptBody {
  const bytes = Buffer.from(json)
  const made = new Map<Encoding, Promise<Buffer>>()
  return {
    etag,
    bytes,
    encoded(encoding) {
      const known = made.get(encoding) ?? compress[encoding](bytes)
      made.set(encoding, known)
      return known
    },
  }
}

/** Weak, since the bytes differ by encoding while the meaning is the same. */
export function etagOf(text: string): string {
  return `W/"${createHash('sha1').update(text).digest('base64url')}"`
}

/** Whether `If-None-Match` names this tag, compared weakly (RFC 9110 §13.1.2). */
export function matches(ifNoneMatch: string | undefined, etag: string): boolean {
  if (ifNoneMatch === undefined) return false
  if (ifNoneMatch.trim() === '*') return true
  const bare = (tag: string) => tag.trim().replace(/^W\//, '')
  return ifNoneMatch.split(',').some((tag) => bare(tag) === bare(etag))
}
