import { fsyncSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { PGlite } from '@electric-sql/pglite'
import { NodeFS } from '@electric-sql/pglite/nodefs'
import { syncPath } from './data-directory.ts'

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
      const answer = joined(parts)
      // After a PANIC (a log that cannot be written, …) the engine returns as if nothing were, and answers nothing from then on.
      if (!endsReady(answer)) throw new Error('it ended in a statement')
      return answer
    },
    syncs: () => fs.syncs(),
    close: () => engine.close(),
  }
}

const readyForQuery = 'Z'.charCodeAt(0)

/** Whether the answer ends with ReadyForQuery, as every whole one does. */
function endsReady(answer: Uint8Array): boolean {
  return answer.at(-6) === readyForQuery && answer.at(-2) === 5
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

/**
 * The engine's own start parameters with fsync on, in the one way that reaches our file system (its fdatasync is a
 * stub), and with small buffers: 186 MB resident instead of 324, charts no slower.
 */
export const embeddedStartParams: string[] = [
  ...PGlite.defaultStartParams.filter((param) => param !== '-F'),
  ...['fsync=on', 'wal_sync_method=fsync', 'shared_buffers=16MB', 'TimeZone=UTC'].flatMap((setting) => [
    '-c',
    setting,
  ]),
]

/** What we reach into of the engine's insides; moved between 0.5.14 and 0.5.16, hence the exact pin. */
interface EngineInsides {
  NODEFS: {
    stream_ops: { fsync?: (stream: { nfd: number | null; node: unknown }) => number }
    realPath(node: unknown): string
  }
}

interface DurableNodeFs extends NodeFS {
  /** How often the engine has asked for a real fsync since it was opened. */
  syncs(): number
}

/**
 * The stock file system of the engine has no fsync at all: what it calls committed a power cut takes away
 * (electric-sql/pglite#1107). This one hands each fsync to the kernel and counts it, so that the start can prove
 * that a commit reaches the disk.
 */
export function createDurableNodeFs(dataDir: string): DurableNodeFs {
  let count = 0
  const fs = new NodeFS(dataDir)
  const init = fs.init.bind(fs)
  fs.init = (pg, options) =>
    init(pg, {
      ...options,
      preRun: [
        ...(options.preRun ?? []),
        (module) => {
          const { NODEFS } = module as unknown as EngineInsides
          NODEFS.stream_ops.fsync = (stream) => {
            count++
            if (stream.nfd === null) syncPath(NODEFS.realPath(stream.node))
            else fsyncSync(stream.nfd)
            return 0
          }
        },
      ],
    })
  return Object.assign(fs, { syncs: () => count })
}
