import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { parentPort, workerData } from 'node:worker_threads'
import { PGlite } from '@electric-sql/pglite'
import { createDurableNodeFs, type DurableNodeFs } from './durable-node-fs.ts'
import { embeddedStartParams } from './embedded-start-params.ts'
import type { EngineOptions, FromEngine, ToEngine } from './embedded-wire.ts'

// A thread of its own: the engine never yields between statements, so in the main thread it would starve
// streams and timers (measured: a 10 ms interval fired 0 of 4086 times).

const port = parentPort
if (!port) throw new Error('The embedded engine runs in a worker thread only.')
const send = (message: FromEngine) => port.postMessage(message)
const { directory } = workerData as EngineOptions

async function open(): Promise<{ engine: PGlite; fs: DurableNodeFs }> {
  // The directory is locked by us, so a pid file in it is left over; an empty one would stop the engine.
  rmSync(join(directory, 'postmaster.pid'), { force: true })
  const fs = createDurableNodeFs(directory)
  const engine = await PGlite.create({ fs, startParams: embeddedStartParams })
  return { engine, fs }
}

function answer(engine: PGlite, fs: DurableNodeFs, message: ToEngine): Promise<void> | void {
  switch (message.kind) {
    case 'exec':
      return send({ kind: 'answer', id: message.id, bytes: engine.execProtocolRawSync(message.bytes) })
    case 'syncs':
      return send({ kind: 'syncs', id: message.id, count: fs.syncs() })
    case 'close':
      return engine.close().then(() => send({ kind: 'closed', id: message.id }))
  }
}

open().then(
  ({ engine, fs }) => {
    port.on('message', (message: ToEngine) => {
      Promise.resolve()
        .then(() => answer(engine, fs, message))
        .catch((error: unknown) => send({ kind: 'failed', id: message.id, message: String(error) }))
    })
    send({ kind: 'opened', syncs: fs.syncs() })
  },
  (error: unknown) =>
    send({ kind: 'refused', message: error instanceof Error ? error.message : String(error) }),
)
