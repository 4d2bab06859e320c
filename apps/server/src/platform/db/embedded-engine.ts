import { startWorker } from '../entry-url.ts'
import { StartError } from '../start-error.ts'
import type { EngineOptions, FromEngine, ToEngine } from './embedded-wire.ts'

/** The engine in its thread: wire protocol in, wire protocol out, one batch at a time in the order given. */
export interface EmbeddedEngine {
  /** A whole batch of frontend messages (up to Sync or Query); resolves with the bytes of the answer. */
  exec(bytes: Uint8Array): Promise<Uint8Array>
  /** Real fsyncs since it was opened. */
  syncs(): Promise<number>
  close(): Promise<void>
  /** Called once if the thread dies by itself. */
  onDeath(handler: (error: Error) => void): void
}

interface Waiting {
  resolve(message: FromEngine): void
  reject(error: Error): void
}

/** Opens the database in `directory`, which must be one already and locked by this process. */
export async function openEmbeddedEngine(options: EngineOptions): Promise<EmbeddedEngine> {
  // What the engine prints while it dies is said better by our own message; it is kept out of the log.
  const worker = startWorker('embedded.worker', {
    workerData: options,
    execArgv: [],
    stdout: true,
    stderr: true,
  })
  worker.stdout.resume()
  worker.stderr.resume()
  const waiting = new Map<number, Waiting>()
  const deathHandlers: ((error: Error) => void)[] = []
  let lastId = 0
  let closing = false
  let dead: Error | null = null

  const died = (error: Error) => {
    if (dead) return
    dead = error
    for (const one of waiting.values()) one.reject(error)
    waiting.clear()
    if (!closing) for (const handler of deathHandlers) handler(error)
  }

  const ask = (make: (id: number) => ToEngine): Promise<FromEngine> =>
    new Promise((resolve, reject) => {
      if (dead) {
        reject(dead)
        return
      }
      const message = make(++lastId)
      waiting.set(message.id, { resolve, reject })
      worker.postMessage(message)
    })

  await new Promise<void>((resolve, reject) => {
    const refuse = (reason: string) => {
      closing = true
      void worker.terminate()
      reject(new StartError(couldNotOpen(options.directory, reason)))
    }
    worker.on('error', (error) => {
      died(error)
      refuse(error.message)
    })
    worker.on('exit', (code) => {
      died(new Error(`The embedded database's thread ended with code ${code}.`))
      refuse(`its thread ended with code ${code}`)
    })
    worker.on('message', (message: FromEngine) => {
      if (message.kind === 'opened') resolve()
      else if (message.kind === 'refused') refuse(message.message)
      else {
        const one = waiting.get(message.id)
        waiting.delete(message.id)
        if (message.kind === 'failed') one?.reject(new Error(message.message))
        else one?.resolve(message)
      }
    })
  })

  return {
    async exec(bytes) {
      const answer = await ask((id) => ({ kind: 'exec', id, bytes }))
      return answer.kind === 'answer' ? answer.bytes : new Uint8Array()
    },
    async syncs() {
      const answer = await ask((id) => ({ kind: 'syncs', id }))
      return answer.kind === 'syncs' ? answer.count : 0
    },
    async close() {
      if (closing) return
      closing = true
      if (!dead) await ask((id) => ({ kind: 'close', id }))
      await worker.terminate()
    },
    onDeath: (handler) => void deathHandlers.push(handler),
  }
}

function couldNotOpen(directory: string, reason: string): string {
  return (
    `The embedded database in ${directory} cannot be opened (${reason}). Nothing in it was changed. ` +
    'If its files are damaged, move the directory away and restore a backup with `npm run roundsman -- restore <file>`.'
  )
}
