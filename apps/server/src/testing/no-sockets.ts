import type { OpenSocket } from '../platform/clients/web-socket-client.ts'

/** Nobody can be listened at: every socket is closed before it opens. */
export const noSockets: OpenSocket = (_target, _bounds, { onClose }) => {
  queueMicrotask(() => onClose('no network in this test'))
  return { send: () => undefined, ping: () => undefined, close: () => undefined }
}
