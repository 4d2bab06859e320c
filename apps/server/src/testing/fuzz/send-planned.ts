import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import type { FastifyInstance, LightMyRequestResponse } from 'fastify'
import { cookieHeader } from '../cookie-header.ts'
import type { PlannedRequest } from './plan-request.ts'

export interface FuzzAnswer {
  status: number
  contentType: string
  text: string
  cookies: LightMyRequestResponse['cookies']
}

/** Sends it as its actor's browser would. Of a stream the head is enough: then the reader goes away. */
export async function sendPlanned(app: FastifyInstance, request: PlannedRequest): Promise<FuzzAnswer> {
  const { actor, method, url, payload, operation } = request
  const own: Record<string, string | null> = {
    host: 'n1.localhost:8000',
    cookie: cookieHeader(actor.cookies) || null,
    ...(method === 'GET' ? {} : { 'x-csrftoken': actor.cookies.get('csrftoken') ?? null }),
    ...request.headers,
  }
  const headers = Object.fromEntries(
    Object.entries(own).filter((entry): entry is [string, string] => entry[1] !== null),
  )
  const answer = await app.inject({
    // Light-my-request takes any; its types name the usual ones.
    method: method as 'GET',
    url,
    headers,
    ...(payload === undefined ? {} : { payload }),
    remoteAddress: actor.address,
    payloadAsStream: operation.streams,
  })
  const contentType = String(answer.headers['content-type'] ?? '')
  const { statusCode: status, cookies } = answer
  const encoding = String(answer.headers['content-encoding'] ?? '')
  if (!operation.streams) return { status, contentType, text: unpacked(answer.rawPayload, encoding), cookies }
  if (contentType.startsWith('text/event-stream')) {
    answer.raw.res.destroy()
    return { status, contentType, text: '', cookies }
  }
  const chunks: Buffer[] = []
  for await (const chunk of answer.stream()) chunks.push(chunk as Buffer)
  return { status, contentType, text: unpacked(Buffer.concat(chunks), encoding), cookies }
}

function unpacked(bytes: Buffer, encoding: string): string {
  if (encoding === 'br') return brotliDecompressSync(bytes).toString('utf8')
  return (encoding === 'gzip' ? gunzipSync(bytes) : bytes).toString('utf8')
}
