import type { Worker } from 'node:worker_threads'
import type { BridgePush } from '@roundsman/bridges/bridge-push'
import type { OtlpType } from '@roundsman/bridges/otlp'
import { startWorker } from '../../../platform/entry-url.ts'
import { ProblemError } from '../../../platform/http/problem-error.ts'
import type { FromReader, ToReader } from './push-reader.worker.ts'

/** Reads pushes in a thread of its own, in their order; the thread is there from the first push on. */
export interface PushReader {
  /**
   * Takes the bytes over: whoever gives them may have them no more.
   * @throws ProblemError 400 what is no push, 413 what has too many parts, 503 where the thread ends meanwhile
   */
  read(type: OtlpType, bytes: Uint8Array): Promise<BridgePush[]>
  close(): Promise<void>
}

interface Waiting {
  resolve(pushes: BridgePush[]): void
  reject(error: ProblemError): void
}

/** In MiB. What one push becomes is a tenth of it, so whatever fills it is a leak: then the thread alone ends. */
const heapMb = 256

/** Bytes around a body that has its memory to itself: one after it was unpacked. Buffers that share theirs have kilobytes. */
const mostAround = 64

/**
 * What can be handed over whole: of a view on more the thread would be sent everything around it, and whoever else has
 * a view on that would have none any more.
 */
function ownBytes(bytes: Uint8Array): Uint8Array<ArrayBuffer> {
  const { buffer, byteLength } = bytes
  const isOwn = buffer instanceof ArrayBuffer && buffer.byteLength - byteLength <= mostAround
  return isOwn ? new Uint8Array(buffer, bytes.byteOffset, byteLength) : new Uint8Array(bytes)
}

export function createPushReader(): PushReader {
  const waiting = new Map<number, Waiting>()
  let lastId = 0
  let thread: Worker | null = null
  let closed = false

  function start(): Worker {
    const worker = startWorker('push-reader.worker', {
      execArgv: [],
      resourceLimits: { maxOldGenerationSizeMb: heapMb },
    })
    // It is no reason for the process to go on.
    worker.unref()
    worker.on('message', (message: FromReader) => {
      const one = waiting.get(message.id)
      waiting.delete(message.id)
      if ('pushes' in message) one?.resolve(message.pushes)
      else one?.reject(new ProblemError(message.refused, { cause: new Error(message.reason) }))
    })
    const end = (cause: Error) => {
      if (thread !== worker) return
      thread = null
      for (const one of waiting.values()) one.reject(new ProblemError('unavailable', { cause }))
      waiting.clear()
    }
    worker.on('error', (error) => end(error))
    worker.on('exit', (code) => end(new Error(`the thread that reads pushes ended with code ${code}`)))
    return worker
  }

  return {
    read: (type, bytes) =>
      new Promise((resolve, reject) => {
        if (closed) {
          reject(new ProblemError('unavailable'))
          return
        }
        thread ??= start()
        const id = ++lastId
        waiting.set(id, { resolve, reject })
        const own = ownBytes(bytes)
        const message: ToReader = { id, type, bytes: own }
        thread.postMessage(message, [own.buffer])
      }),
    async close() {
      closed = true
      await thread?.terminate()
    },
  }
}
