import { STATUS_CODES } from 'node:http'
import type { Socket } from 'node:net'
import type { Problem } from '@roundsman/contract/problem'
import { problemData } from './problem.data.ts'

/** What Node says of a request that its parser could not make sense of. */
const statuses: Readonly<Record<string, number>> = {
  HPE_INVALID_METHOD: 405,
  HPE_HEADER_OVERFLOW: 431,
  ERR_HTTP_REQUEST_TIMEOUT: 408,
}

/**
 * Answers bytes that never became a request (B55): an unknown method, a broken head, one that came too slowly. There is
 * no request yet, so neither hooks nor the caller's language: English, and the connection ends.
 */
export function answerClientError(error: Error & { code?: string }, socket: Socket): void {
  // The client is gone, or nobody asked for anything yet on a connection that was kept.
  if (
    error.code === 'ECONNRESET' ||
    !socket.writable ||
    (socket.bytesRead === 0 && socket.bytesWritten === 0)
  ) {
    socket.destroy()
    return
  }
  const status = statuses[error.code ?? ''] ?? 400
  const code = status === 405 ? 'method_not_allowed' : 'bad_request'
  const { en } = problemData[code].message
  const body: Problem = { type: `urn:roundsman:problem:${code}`, title: en, status, detail: en, code }
  const text = JSON.stringify(body)
  const head = [
    `HTTP/1.1 ${status} ${STATUS_CODES[status] ?? ''}`,
    'content-type: application/problem+json; charset=utf-8',
    `content-length: ${Buffer.byteLength(text)}`,
    'content-language: en',
    'cache-control: no-store',
    'x-content-type-options: nosniff',
    ...(status === 405 ? ['allow: GET, HEAD, POST, PUT, DELETE'] : []),
    'connection: close',
  ]
  socket.end(`${head.join('\r\n')}\r\n\r\n${text}`)
}
