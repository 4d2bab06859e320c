import { Duplex } from 'node:stream'
import type { CommitWatch } from '../commit-watch.ts'
import type { EmbeddedEngine, EmbeddedThread } from './embedded-engine.ts'

const query = 'Q'.charCodeAt(0)
const sync = 'S'.charCodeAt(0)
const terminate = 'X'.charCodeAt(0)

/**
 * Forget what an earlier connection left behind in the engine's one session: its transaction, its prepared statements, its
 * settings. One message each, since PostgreSQL refuses DISCARD ALL beside another statement.
 */
const cleaning = [simpleQuery('ROLLBACK'), simpleQuery('DISCARD ALL')]

/**
 * How transactions begin here, and what the engine answers: BEGIN, in a transaction. It cannot fail in a session that was
 * cleaned and whose last transaction has ended, so it is answered here and sent with the first statement: one exchange with
 * the thread less in each transaction.
 */
const beginnings = ['begin', 'begin isolation level repeatable read read only'].map(simpleQuery)
const begun = Buffer.from('C\0\0\0\x0aBEGIN\0Z\0\0\0\x05T', 'latin1')

/**
 * What node-postgres takes for a socket: bytes written go to the engine in whole batches, its answers are read.
 * The engine ends each call with ReadyForQuery, so a batch must reach up to its Sync.
 * @param commits sees every batch and its answer
 */
export function createEmbeddedStream(engine: Pick<EmbeddedEngine, 'thread'>, commits: CommitWatch): Duplex {
  let pending: Buffer = Buffer.alloc(0)
  let session: Promise<EmbeddedThread> | null = null
  let forget: () => void = () => undefined
  /** Answered and not sent yet. */
  let beginning: Buffer | null = null

  /** A stream belongs to one life of the engine: the rest of a transaction must not run in the next one. */
  async function begin(): Promise<EmbeddedThread> {
    const thread = await engine.thread()
    forget = thread.onEnd((error) => {
      commits.lost()
      stream.destroy(error)
    })
    for (const message of cleaning) await thread.exec(message)
    return thread
  }

  async function run(batch: Buffer): Promise<void> {
    session ??= begin()
    const thread = await session
    if (beginning === null && beginnings.some((message) => batch.equals(message))) {
      beginning = batch
      stream.push(begun)
      return
    }
    const start = beginning
    beginning = null
    stream.push(await answerTo(thread, start, batch))
  }

  async function answerTo(thread: EmbeddedThread, start: Buffer | null, last: Buffer): Promise<Buffer> {
    const batch = start === null ? last : Buffer.concat([start, last])
    const before = thread.syncsAnswered()
    const answered = commits.sent(batch)
    const answer = await thread.exec(batch)
    answered({ isCommit: thread.syncsAnswered() !== before })
    const bytes = Buffer.from(answer.buffer, answer.byteOffset, answer.byteLength)
    if (start !== null && !bytes.subarray(0, begun.length).equals(begun))
      throw new Error('Connection terminated: the embedded engine broke off in a statement.')
    return start === null ? bytes : bytes.subarray(begun.length)
  }

  const stream = new Duplex({
    read() {
      // Answers are pushed as they come: one query is under way at a time, so there is no flood to hold back.
    },
    write(chunk: Buffer, _encoding, done) {
      pending = pending.length === 0 ? chunk : Buffer.concat([pending, chunk])
      const { batch, last } = takeBatch(pending, session !== null)
      if (batch === null) {
        done()
        return
      }
      pending = pending.subarray(batch.length)
      if (last === terminate) {
        done()
        stream.push(null)
        return
      }
      run(batch).then(
        () => done(),
        (error: unknown) => done(error instanceof Error ? error : new Error(String(error))),
      )
    },
    final(done) {
      done()
      stream.push(null)
    },
    destroy(error, done) {
      forget()
      done(error)
    },
  })
  return Object.assign(stream, {
    setNoDelay: () => stream,
    setKeepAlive: () => stream,
    ref: () => stream,
    unref: () => stream,
    connect: () => {
      queueMicrotask(() => stream.emit('connect'))
      return stream
    },
  })
}

/** The part of the bytes that ends with Query, Sync or Terminate, or the start-up packet, which has no type byte. */
function takeBatch(bytes: Buffer, started: boolean): { batch: Buffer | null; last: number } {
  let at = 0
  let end = 0
  let last = 0
  if (!started && bytes.length >= 4 && bytes[0] === 0) return { batch: bytes, last: 0 }
  while (at + 5 <= bytes.length) {
    const type = bytes.readUInt8(at)
    const next = at + 1 + bytes.readInt32BE(at + 1)
    if (next > bytes.length) break
    at = next
    if (type === query || type === sync || type === terminate) {
      end = at
      last = type
    }
  }
  return { batch: end === 0 ? null : bytes.subarray(0, end), last }
}

function simpleQuery(sql: string): Buffer {
  const text = Buffer.from(`${sql}\0`)
  const message = Buffer.alloc(5 + text.length)
  message.writeUInt8(query, 0)
  message.writeInt32BE(4 + text.length, 1)
  text.copy(message, 5)
  return message
}
