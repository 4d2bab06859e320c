import { mkdtempSync, readdirSync, rmSync, statfsSync } from 'node:fs'
import { freemem } from 'node:os'
import path from 'node:path'

/** Where Linux keeps files in memory. */
const sharedMemory = '/dev/shm'
/** A run needs about a fifth of it at once: a database is 40 MB, and some tests have several. */
const roomNeeded = 2 * 2 ** 30

interface Room {
  /** Bytes that may still be written there; null where there is no such file system. */
  free: number | null
  /** Bytes of memory that nothing uses. */
  memory: number
}

/** Whether temporary files may lie in memory: only where neither that nor the memory itself can run out. */
export function isRoomy({ free, memory }: Room): boolean {
  return free !== null && free >= roomNeeded && memory >= roomNeeded
}

/**
 * Makes a folder in memory and gives what removes it; null where there is no room. A commit waits for the disk, and
 * tests commit ten thousands of times. They ask what a killed process leaves behind, which is the same in memory; what a
 * power cut leaves no test can ask.
 */
export function openMemoryFolder(): { folder: string; remove(): void } | null {
  if (!isRoomy({ free: freeIn(sharedMemory), memory: freemem() })) return null
  removeLeftovers()
  const folder = mkdtempSync(path.join(sharedMemory, `roundsman-${process.pid}-`))
  return { folder, remove: () => rmSync(folder, { recursive: true, force: true }) }
}

/** What a run that was killed has left: unlike a disk, memory is not to be filled by that. */
function removeLeftovers(): void {
  for (const name of readdirSync(sharedMemory)) {
    const [, pid] = /^roundsman-(\d+)-/.exec(name) ?? []
    if (pid !== undefined && !isRunning(Number(pid)))
      rmSync(path.join(sharedMemory, name), { recursive: true, force: true })
  }
}

function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0)
  } catch (error) {
    // Of another user: it is there.
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
}

function freeIn(folder: string): number | null {
  try {
    const { bavail, bsize } = statfsSync(folder)
    return bavail * bsize
  } catch {
    return null
  }
}
