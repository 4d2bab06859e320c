import { statfs } from 'node:fs/promises'
import type { Logger } from 'pino'
import { Gauge, type Registry } from 'prom-client'
import { troubleWriting } from '../db/embedded/data-directory.ts'
import type { CreateLoop, Loop } from '../loop.ts'

/** Blocks come every few seconds, and whoever makes room wants to see that it is enough. */
const everyMs = 5_000
/** Nearly full is a tenth of a small disk; on a large one this is some weeks' worth of what is stored. */
const [littleShare, littleBytes] = [0.1, 2 ** 30]
/** Of that, the last quarter is kept for alerts. */
const scarceShare = 0.25
/** It is not any more with so much more: what is written and cleared away again is no news. */
const margin = 1.2

/** Bytes of a disk. */
interface DiskRoom {
  free: number
  size: number
}

interface DiskWatchDeps {
  createLoop: CreateLoop
  log: Pick<Logger, 'error' | 'warn' | 'info'>
  metrics: Registry
  /** Default: as the system says. */
  roomOn?: (directory: string) => Promise<DiskRoom>
}

/** What is known of the disk of the embedded database. */
export interface DiskWatch {
  loop: Loop
  /** Why nothing can be stored; null: it can. */
  trouble(): string | null
  /** There is so little room that only what somebody is woken by is to have it. */
  isScarce(): boolean
}

/**
 * Says when the disk of the embedded database is nearly full, and when it takes nothing any more, once each, and when that is
 * over.
 */
export function createDiskWatch(
  directory: string,
  { createLoop, log, metrics, roomOn = roomOfSystem }: DiskWatchDeps,
): DiskWatch {
  let known: string | null = null
  let isLow = false
  let isScarce = false
  const gauge = (name: string, help: string) => new Gauge({ name, help, registers: [metrics] })
  const free = gauge('roundsman_disk_free_bytes', 'Room on the disk of the embedded database')
  const size = gauge('roundsman_disk_size_bytes', 'Size of the disk of the embedded database')

  async function look(): Promise<void> {
    // Of a disk that does not answer the attempt to write says what is wrong.
    const room = await roomOn(directory).catch(() => null)
    if (room === null) return
    free.set(room.free)
    size.set(room.size)
    const little = Math.min(room.size * littleShare, littleBytes)
    const wasLow = isLow
    isLow = room.free < (wasLow ? little * margin : little)
    isScarce = room.free < little * scarceShare * (isScarce ? margin : 1)
    if (isLow && !wasLow)
      log.warn(
        { directory, free_bytes: room.free },
        'the disk is nearly full: make room on it, or soon nothing can be stored',
      )
    if (!isLow && wasLow) log.info({ directory, free_bytes: room.free }, 'there is room on the disk again')
  }

  const loop = createLoop({
    name: 'disk',
    everyMs,
    async pass() {
      await look()
      const trouble = await troubleWriting(directory)
      if (trouble !== null && trouble !== known)
        log.error({ reason: trouble }, 'nothing can be stored until this is mended')
      if (trouble === null && known !== null) log.info('the disk can be written to again')
      known = trouble
    },
  })
  return { loop, trouble: () => known, isScarce: () => isScarce }
}

async function roomOfSystem(directory: string): Promise<DiskRoom> {
  const { bavail, blocks, bsize } = await statfs(directory)
  return { free: bavail * bsize, size: blocks * bsize }
}
