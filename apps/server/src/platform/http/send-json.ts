import { negotiate } from '@fastify/accept-negotiator'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { etagOf, matches } from './etag.ts'
import { type Encoding, encodings, type KeptBody } from './kept-body.ts'

/** What is smaller is not worth compressing. */
export const compressFrom = 1024

/** Sends a body as JSON, with an ETag on reads; the compression of all answers comes after it. */
export function sendJson(request: FastifyRequest, reply: FastifyReply, text: string): FastifyReply {
  begin(reply)
  if (request.method !== 'GET' || reply.statusCode !== 200) return reply.send(text)
  const own = reply.getHeader('etag')
  const etag = typeof own === 'string' ? own : etagOf(text)
  void reply.header('etag', etag)
  if (matches(request.headers['if-none-match'], etag)) return reply.code(304).send()
  return reply.send(text)
}

/** Sends a body that is at hand, compressed already where the caller takes that. */
export async function sendKept(
  request: FastifyRequest,
  reply: FastifyReply,
  kept: KeptBody,
): Promise<FastifyReply> {
  begin(reply)
  void reply.header('etag', kept.etag).header('vary', 'accept-encoding')
  if (matches(request.headers['if-none-match'], kept.etag)) return reply.code(304).send()
  const encoding = encodingFor(request.headers['accept-encoding'])
  if (encoding === null || kept.bytes.length < compressFrom) return reply.send(kept.bytes)
  const bytes = await kept.encoded(encoding)
  return reply.header('content-encoding', encoding).send(bytes)
}

function begin(reply: FastifyReply): void {
  if (!reply.hasHeader('cache-control')) void reply.header('cache-control', 'private, no-cache')
  void reply.type('application/json; charset=utf-8')
}

function encodingFor(header: string | string[] | undefined): Encoding | null {
  return typeof header === 'string' ? negotiate(header.toLowerCase(), [...encodings]) : null
}
