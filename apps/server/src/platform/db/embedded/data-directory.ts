import { closeSync, fsyncSync, lstatSync, mkdirSync, openSync, renameSync, rmSync } from 'node:fs'
import { rm, writeFile } from 'node:fs/promises'
import { connect, createServer, type Server } from 'node:net'
import { join } from 'node:path'
import { systemClock } from '../../clock.ts'
import { StartError } from '../../errors.ts'
import { systemIds } from '../../ids.ts'

interface DirectoryLock {
  release(): Promise<void>
}

/** Longest path that every system takes for a socket (104 bytes on macOS, 108 on Linux, with the end mark). */
const longestSocketPath = 103
const lockName = 'lock.sock'

/**
 * Keeps a second process out of a directory: the engine itself lets it in and both lose data (measured: 80 % of
 * what was acknowledged). A socket needs no pid file: the kernel forgets it when its process dies.
 */
export async function lockDirectory(directory: string): Promise<DirectoryLock> {
  const { path, release: releasePath } = socketPath(directory)
  try {
    const server = await listenOrTakeOver(path, listen)
    if (server === null) throw inUse(directory)
    return {
      release: () =>
        new Promise((resolve) => {
          server.close(() => {
            releasePath()
            resolve()
          })
        }),
    }
  } catch (error) {
    releasePath()
    throw error
  }
}

/**
 * Listens on a socket that only one living process may have; null where another one has it.
 * @param listen null where there is a socket already
 */
export async function listenOrTakeOver(
  path: string,
  listen: (path: string) => Promise<Server | null>,
): Promise<Server | null> {
  for (;;) {
    const server = await listen(path)
    if (server) return server
    if (await answers(path)) return null
    await takeAway(path)
  }
}

/** Longest that taking a socket away lasts, in ms: what is older was begun by a process that was killed. */
const longestTakingMs = 5000

/**
 * Takes away a socket that a process left when it died. One at a time: of several that find it dead, one would take
 * away what another has made in its place.
 */
async function takeAway(path: string): Promise<void> {
  const turn = `${path}.taking`
  try {
    mkdirSync(turn)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST')
      throw new StartError(`Could not take over ${path}: ${String(error)}`)
    if (!endAbandoned(turn)) await systemClock.sleep(20)
    return
  }
  try {
    const dead = identity(path)
    if (dead !== null && !(await answers(path)) && identity(path) === dead) rmSync(path, { force: true })
  } finally {
    rmSync(turn, { recursive: true, force: true })
  }
}

/** Ends a turn of a process that was killed in it; false: it goes on. */
function endAbandoned(turn: string): boolean {
  const began = modifiedAt(turn)
  if (began === null || systemClock.now() - began <= longestTakingMs) return false
  // Only one can move it, and what is moved can be looked at: another may have ended it and have begun its own meanwhile.
  const moved = `${turn}-${systemIds.uuid()}`
  try {
    renameSync(turn, moved)
    if (modifiedAt(moved) === began) rmSync(moved, { recursive: true, force: true })
    else renameSync(moved, turn)
    return true
  } catch {
    return false
  }
}

const modifiedAt = (path: string) => lstatSync(path, { throwIfNoEntry: false })?.mtimeMs ?? null

/** Of a file: its number alone is given to the next one. */
function identity(path: string): string | null {
  const file = lstatSync(path, { throwIfNoEntry: false, bigint: true })
  return file === undefined ? null : `${file.ino} ${file.ctimeNs}`
}

function inUse(directory: string): StartError {
  return new StartError(
    `The data directory ${directory} is in use by another running Roundsman. Stop that one first, or give this one a directory of its own (ROUNDSMAN_DATA_DIR).`,
  )
}

function listen(path: string): Promise<Server | null> {
  return new Promise((resolve, reject) => {
    const server = createServer((socket) => socket.destroy())
    server.once('error', (error: NodeJS.ErrnoException) => {
      if (error.code === 'EADDRINUSE') resolve(null)
      else reject(new StartError(`Could not create a lock at ${path}: ${error.message}`))
    })
    server.listen(path, () => {
      server.unref()
      resolve(server)
    })
  })
}

/** Whether a living process listens there, also one that is too busy to take a connection. */
function answers(path: string): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(path)
    socket.once('connect', () => {
      socket.destroy()
      resolve(true)
    })
    socket.once('error', ({ code }: NodeJS.ErrnoException) =>
      resolve(code !== 'ECONNREFUSED' && code !== 'ENOENT'),
    )
  })
}

/** A path for the socket that is short enough: a long one goes through a descriptor of its directory. */
export function socketPath(
  directory: string,
  name: string = lockName,
): { path: string; release: () => void } {
  const path = join(directory, name)
  if (Buffer.byteLength(path) <= longestSocketPath) return { path, release: () => undefined }
  const fd = openSync(directory, 'r')
  const short = `/proc/self/fd/${fd}`
  if (lstatSync(short, { throwIfNoEntry: false }) === undefined) {
    closeSync(fd)
    throw new StartError(`The path of the data directory ${directory} is too long for a socket in it.`)
  }
  return { path: `${short}/${name}`, release: () => closeSync(fd) }
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

/** As much as two pages of the log: with less nothing is committed any more. */
const probeBytes = 16_384

/** What keeps this directory from being written to, and what to do about it; null: nothing does. */
export async function troubleWriting(directory: string): Promise<string | null> {
  const probe = join(directory, '.room')
  try {
    await writeFile(probe, Buffer.alloc(probeBytes))
    return null
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException
    if (code === 'ENOSPC' || code === 'EDQUOT') return `the disk of ${directory} is full: make room on it`
    if (code === 'EROFS')
      return `the disk of ${directory} can only be read: find out why (dmesg), check it and mount it again`
    if (code === 'EMFILE' || code === 'ENFILE')
      return 'too many files are open: raise the limit (LimitNOFILE, ulimit -n)'
    return `${directory} cannot be written to (${message})`
  } finally {
    // What was written of it takes room, too.
    await rm(probe, { force: true }).catch(() => undefined)
  }
}
