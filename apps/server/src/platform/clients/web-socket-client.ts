import { WebSocket } from 'ws'

/** Where a socket goes to. Its address may hold keys: nothing of it but `redact`ed texts comes out again. */
interface SocketTarget {
  /** ws: or wss: */
  target: string
  headers: Readonly<Record<string, string>>
  redact(text: string): string
}

export interface SocketEvents {
  /** The other side took the upgrade. */
  onOpen(): void
  /** A whole message; null where it is not text. */
  onMessage(text: string | null): void
  /** It answered a ping, or sent one. */
  onSign(): void
  /** Once, whoever closed it, and also where it never opened. */
  onClose(reason: string): void
}

export interface OpenedSocket {
  /** Nothing happens where it is not open. */
  send(text: string): void
  ping(): void
  /** At once, without a word. */
  close(): void
}

export interface SocketBounds {
  /** Of one message; a larger one closes the socket. */
  maxMessageBytes: number
  handshakeMs: number
}

export type OpenSocket = (target: SocketTarget, bounds: SocketBounds, events: SocketEvents) => OpenedSocket

/**
 * The way out to the network for sockets. Redirects are not followed, as with requests: they would carry credentials
 * to another host. Nothing is unpacked, so that what a message takes is what came.
 */
export const openSystemSocket: OpenSocket = ({ target, headers, redact }, bounds, events) => {
  const socket = new WebSocket(target, {
    headers,
    followRedirects: false,
    perMessageDeflate: false,
    maxPayload: bounds.maxMessageBytes,
    handshakeTimeout: bounds.handshakeMs,
  })
  let reason = ''
  socket.on('open', () => events.onOpen())
  socket.on('message', (data, isBinary) => events.onMessage(isBinary ? null : textOf(data)))
  socket.on('ping', () => events.onSign())
  socket.on('pong', () => events.onSign())
  socket.on('error', (error) => {
    reason = redact(error.message)
  })
  socket.on('close', (code) => events.onClose(reason === '' ? `it was closed (${code})` : reason))
  const isOpen = () => socket.readyState === WebSocket.OPEN
  return {
    send(text) {
      if (isOpen()) socket.send(text)
    },
    ping() {
      if (isOpen()) socket.ping()
    },
    close: () => socket.terminate(),
  }
}

function textOf(data: Buffer | ArrayBuffer | Buffer[]): string {
  const parts = Array.isArray(data) ? Buffer.concat(data) : Buffer.from(data as ArrayBuffer)
  return parts.toString('utf8')
}
