import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { PGlite } from '@electric-sql/pglite'
import { createDurableNodeFs } from './durable-node-fs.ts'
import { embeddedStartParams } from './embedded-start-params.ts'

/** The engine's one session, in the thread that it runs in. */
export interface EmbeddedSession {
  /** A whole batch of frontend messages; resolves with the bytes of the answer, in a buffer of their own. */
  exec(bytes: Uint8Array): Promise<Uint8Array<ArrayBuffer>>
  /** Real fsyncs since it was opened. */
  syncs(): number
  close(): Promise<void>
}

/** Opens the engine on `directory`, which this process has locked. */
export async function openEmbeddedSession(directory: string): Promise<EmbeddedSession> {
  // The directory is locked by us, so a pid file in it is left over; an empty one would stop the engine.
  rmSync(join(directory, 'postmaster.pid'), { force: true })
  const fs = createDurableNodeFs(directory)
  const engine = await PGlite.create({ fs, startParams: embeddedStartParams })
  return {
    async exec(bytes) {
      const parts: Uint8Array<ArrayBuffer>[] = []
      // The other raw calls of the engine parse each answer once more and keep every message until the thread's heap
      // is full (0.5.16). What is handed out here is a view of the engine's memory, good for this call only.
      await engine.execProtocolRawStream(bytes, {
        syncToFs: false,
        onRawData: (part) => void parts.push(part.slice()),
      })
      return joined(parts)
    },
    syncs: () => fs.syncs(),
    close: () => engine.close(),
  }
}

function joined(parts: readonly Uint8Array<ArrayBuffer>[]): Uint8Array<ArrayBuffer> {
  const [only] = parts
  if (only && parts.length === 1) return only
  const whole = new Uint8Array(parts.reduce((length, part) => length + part.length, 0))
  let at = 0
  for (const part of parts) {
    whole.set(part, at)
    at += part.length
  }
  return whole
}
