import { closeSync, fsyncSync, openSync } from 'node:fs'
import { NodeFS } from '@electric-sql/pglite/nodefs'

/** What we reach into of the engine's insides; moved between 0.5.14 and 0.5.16, hence the exact pin. */
interface EngineInsides {
  NODEFS: {
    stream_ops: { fsync?: (stream: { nfd: number | null; node: unknown }) => number }
    realPath(node: unknown): string
  }
}

export interface DurableNodeFs extends NodeFS {
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

/** fsync of a file or directory by its path; a directory's makes the names in it last. */
export function syncPath(path: string): void {
  const fd = openSync(path, 'r')
  try {
    fsyncSync(fd)
  } finally {
    closeSync(fd)
  }
}
