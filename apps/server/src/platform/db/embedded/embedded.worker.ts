import { parentPort, workerData } from 'node:worker_threads'
import type { EngineOptions, FromEngine, ToEngine } from './embedded-engine.ts'
import { type EmbeddedSession, openEmbeddedSession } from './embedded-session.ts'

// A thread of its own: the engine never yields between statements, so in the main thread it would starve
// streams and timers (measured: a 10 ms interval fired 0 of 4086 times).

const port = parentPort
if (!port) throw new Error('The embedded engine runs in a worker thread only.')
const send = (message: FromEngine, handedOver: ArrayBuffer[] = []) => port.postMessage(message, handedOver)
const { directory } = workerData as EngineOptions

async function answer(session: EmbeddedSession, message: ToEngine): Promise<void> {
  const { id } = message
  switch (message.kind) {
    case 'exec': {
      const bytes = await session.exec(message.bytes)
      return send({ kind: 'answer', id, bytes, syncs: session.syncs() }, [bytes.buffer])
    }
    case 'syncs':
      return send({ kind: 'syncs', id, count: session.syncs() })
    case 'close':
      await session.close()
      return send({ kind: 'closed', id })
  }
}

openEmbeddedSession(directory).then(
  (session) => {
    port.on('message', (message: ToEngine) => {
      answer(session, message).catch((error: unknown) =>
        send({ kind: 'failed', id: message.id, message: String(error) }),
      )
    })
    send({ kind: 'opened' })
  },
  (error: unknown) =>
    send({ kind: 'refused', message: error instanceof Error ? error.message : String(error) }),
)
