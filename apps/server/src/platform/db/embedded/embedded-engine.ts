import { dirname } from 'node:path'
import { setFlagsFromString } from 'node:v8'
import type { Worker, WorkerOptions } from 'node:worker_threads'
import type { Clock } from '../../clock.ts'
import { startWorker } from '../../entry-url.ts'
import { StartError } from '../../errors.ts'
import { troubleWriting } from './data-directory.ts'

/** The embedded engine over all its lives: when its thread ends by itself, another takes its place. */
export interface EmbeddedEngine {
  directory: string
  /** The thread that runs now; while the database is being reopened it is waited for. */
  thread(): Promise<EmbeddedThread>
  /** Real fsyncs since it was opened, of the thread that runs now. */
  syncs(): Promise<number>
  close(): Promise<void>
}

interface EmbeddedEngineOptions {
  /** Directory of the database itself, which is one already and locked by this process. */
  directory: string
  clock: Pick<Clock, 'monotonic'>
  /** Called when the thread ended and the database is being opened again. */
  onRestart?: ((error: Error) => void) | undefined
  /** Called when it cannot be opened again, or ends again and again: the process cannot go on. */
  onDeath?: ((error: Error) => void) | undefined
  /** In place of the engine's own thread. */
  startThread?: StartThread | undefined
}

/** As many ends within a minute are no leak and no accident any more: opening it again would not help. */
const endsAMinute = 5
const minuteMs = 60_000

/**
 * Opens the database in its thread. When that ends by itself (memory, a defect of the engine) it is opened again, as
 * after kill -9: what was acknowledged is there, and what was under way is refused as a lost connection.
 */
export async function openEmbeddedEngine(options: EmbeddedEngineOptions): Promise<EmbeddedEngine> {
  const { directory, clock, onRestart, onDeath, startThread } = options
  let ends: number[] = []
  let closing = false

  const open = async (): Promise<EmbeddedThread> => {
    const thread = await openEmbeddedThread({ directory }, startThread)
    thread.onEnd((error) => revive(thread, error))
    return thread
  }

  function revive(thread: EmbeddedThread, error: Error): void {
    const now = clock.monotonic()
    ends = [...ends.filter((at) => now - at < minuteMs), now]
    if (ends.length >= endsAMinute) {
      present = Promise.reject(error)
      present.catch(() => undefined)
      onDeath?.(error)
      return
    }
    onRestart?.(error)
    // Not while anything of it still runs: two engines in one directory would destroy it.
    present = thread.close().then(open)
    present.catch((failure: Error) => {
      if (!closing) onDeath?.(failure)
    })
  }

  let present = open()
  await present
  return {
    directory,
    thread: () => present,
    syncs: async () => (await present).syncs(),
    async close() {
      if (closing) return
      closing = true
      const thread = await present.catch(() => null)
      await thread?.close()
    },
  }
}

/** One life of the engine in its thread: wire protocol in, wire protocol out, in the order given. */
export interface EmbeddedThread {
  /** A whole batch of frontend messages (up to Sync or Query); resolves with the bytes of the answer. */
  exec(bytes: Uint8Array): Promise<Uint8Array>
  /** Real fsyncs since it was opened. */
  syncs(): Promise<number>
  /** The same as of the newest answer; a commit with content makes one (B12). */
  syncsAnswered(): number
  /** Resolves when nothing of it runs any more, also after it ended by itself. */
  close(): Promise<void>
  /** Called once if the thread ends by itself, with the error that its users get; gives a function that stops listening. */
  onEnd(handler: (error: Error) => void): () => void
}

export type StartThread = (options: WorkerOptions) => Worker

interface Waiting {
  resolve(message: FromEngine): void
  reject(error: Error): void
}

/**
 * The heap of the engine's thread, in MiB. It holds a few MiB besides PostgreSQL's own memory, which is not part of
 * it, so whatever fills this is a leak: the thread then ends with an error that says so, and the others go on.
 */
const heapMb = 96

/**
 * What is young in it, in MiB. Node lets a thread that has filled its heap go 16 MiB beyond, to end it in order; what a
 * single collection makes old must be less, or V8 ends the whole process (seen on Node 24, whose nurseries are larger).
 */
const youngHeapMb = 12

/**
 * V8 translates the engine once, quickly, and not a second time for speed: that took 45 MiB for good and half a second of
 * each start, and made writing many rows a quarter faster and small statements not at all. Flags are of the whole
 * process, in which WebAssembly besides is the parser of HTTP heads.
 */
const translation = ['--no-wasm-tier-up', '--no-wasm-dynamic-tiering']

/** Starts the engine on `options.directory`, which is a database already and locked by this process. */
async function openEmbeddedThread(
  options: EngineOptions,
  start: StartThread = (worker) => startWorker('embedded.worker', worker),
): Promise<EmbeddedThread> {
  for (const flag of translation) setFlagsFromString(flag)
  // What the engine prints while it dies is said better by our own message; it is kept out of the log.
  const worker = start({
    workerData: options,
    execArgv: [],
    stdout: true,
    stderr: true,
    resourceLimits: { maxOldGenerationSizeMb: heapMb, maxYoungGenerationSizeMb: youngHeapMb },
  })
  worker.stdout.resume()
  worker.stderr.resume()
  const waiting = new Map<number, Waiting>()
  const endHandlers = new Set<(error: Error) => void>()
  let lastId = 0
  let closing = false
  let ended: Error | null = null
  let syncs = 0

  const end = (reason: string) => {
    if (ended) return
    // These first words make it a lost connection: a transaction that was not at its COMMIT is run again.
    ended = new Error(`Connection terminated: the embedded database's thread ${reason}.`)
    for (const one of waiting.values()) one.reject(ended)
    waiting.clear()
    if (!closing) for (const handler of [...endHandlers]) handler(ended)
    void worker.terminate()
  }

  const ask = (make: (id: number) => ToEngine, handedOver: ArrayBuffer[] = []): Promise<FromEngine> =>
    new Promise((resolve, reject) => {
      if (ended) {
        reject(ended)
        return
      }
      const message = make(++lastId)
      waiting.set(message.id, { resolve, reject })
      worker.postMessage(message, handedOver)
    })

  let opened = false
  await new Promise<void>((resolve, reject) => {
    const refuse = (reason: string) => {
      if (opened) return
      closing = true
      void couldNotOpen(options.directory, reason).then((message) => reject(new StartError(message)))
      end(reason)
    }
    const endWith = (reason: string) => {
      end(reason)
      refuse(`its thread ${reason}`)
    }
    worker.on('error', (error) => endWith(reasonOf(error)))
    worker.on('exit', (code) => endWith(`ended with code ${code}`))
    worker.on('message', (message: FromEngine) => {
      if (message.kind === 'opened') {
        opened = true
        resolve()
      } else if (message.kind === 'refused') refuse(message.message)
      // PostgreSQL answers errors; an exception is the engine itself breaking, and it does not come back from that.
      else if (message.kind === 'failed') end(`broke off: ${message.message}`)
      else {
        if (message.kind === 'answer') syncs = message.syncs
        const one = waiting.get(message.id)
        waiting.delete(message.id)
        one?.resolve(message)
      }
    })
  })

  let closed: Promise<void> | null = null
  async function close(): Promise<void> {
    closing = true
    // It may end while it closes; then it is gone all the same.
    if (!ended) await ask((id) => ({ kind: 'close', id })).catch(() => undefined)
    await worker.terminate()
  }

  return {
    async exec(bytes) {
      // A copy of its own, handed over: of a view the thread would be sent everything around it as well.
      const own = new Uint8Array(bytes)
      const answer = await ask((id) => ({ kind: 'exec', id, bytes: own }), [own.buffer])
      return answer.kind === 'answer' ? answer.bytes : new Uint8Array()
    },
    async syncs() {
      const answer = await ask((id) => ({ kind: 'syncs', id }))
      return answer.kind === 'syncs' ? answer.count : 0
    },
    syncsAnswered: () => syncs,
    close() {
      closed ??= close()
      return closed
    },
    onEnd: (handler) => {
      endHandlers.add(handler)
      return () => void endHandlers.delete(handler)
    },
  }
}

function reasonOf(error: Error): string {
  return 'code' in error && error.code === 'ERR_WORKER_OUT_OF_MEMORY'
    ? `filled its ${heapMb} MiB of memory: something in it leaks`
    : `failed (${error.message})`
}

async function couldNotOpen(directory: string, reason: string): Promise<string> {
  const trouble = await troubleWriting(dirname(directory))
  if (trouble !== null)
    return `The embedded database in ${directory} cannot be opened: ${trouble}, then start again. What was acknowledged is in it.`
  return (
    `The embedded database in ${directory} cannot be opened (${reason}). Nothing in it was changed. ` +
    'If its files are damaged, move the directory away and restore a backup with `npm run roundsman -- restore <file>`.'
  )
}

/** Messages between the server's thread and the engine's. */
export type ToEngine =
  | { kind: 'exec'; id: number; bytes: Uint8Array }
  | { kind: 'syncs'; id: number }
  | { kind: 'close'; id: number }

export type FromEngine =
  | { kind: 'opened' }
  | { kind: 'refused'; message: string }
  | { kind: 'answer'; id: number; bytes: Uint8Array; syncs: number }
  | { kind: 'syncs'; id: number; count: number }
  | { kind: 'failed'; id: number; message: string }
  | { kind: 'closed'; id: number }

/** What the worker is started with. */
export interface EngineOptions {
  /** Directory of the database itself, made by the initialization before. */
  directory: string
}
