import type { Channel } from '../browser/browser.ts'
import type { Locks } from '../api/shared-live.ts'

interface Waiting {
  held: () => Promise<void>
  signal: AbortSignal
  done: () => void
}

/** The locks of one browser: one holder per name, the others wait in line. */
export function createFakeLocks(): Locks {
  const queues = new Map<string, Waiting[]>()
  const serve = (name: string) => {
    const first = queues.get(name)?.[0]
    if (!first) return
    void first.held().then(() => {
      queues.get(name)?.shift()
      first.done()
      serve(name)
    })
  }
  return {
    request: (name, { signal }, held) =>
      new Promise((resolve, reject) => {
        const queue = queues.get(name) ?? []
        queues.set(name, queue)
        const entry = { held, signal, done: resolve }
        queue.push(entry)
        signal.addEventListener('abort', () => {
          const at = queue.indexOf(entry)
          if (at <= 0) return
          queue.splice(at, 1)
          reject(new Error('aborted'))
        })
        if (queue.length === 1) serve(name)
      }),
  }
}

/** Channels among the tabs of one browser; messages are copied, and nobody hears oneself. */
export function createFakeChannels(): (name: string) => Channel {
  const open = new Map<string, Set<(message: unknown) => void>>()
  return (name) => {
    const receivers = open.get(name) ?? new Set()
    open.set(name, receivers)
    let mine: ((message: unknown) => void) | null = null
    return {
      post(message) {
        for (const receive of [...receivers]) if (receive !== mine) receive(structuredClone(message))
      },
      listen(receive) {
        mine = receive
        receivers.add(receive)
      },
      close() {
        if (mine) receivers.delete(mine)
      },
    }
  }
}
