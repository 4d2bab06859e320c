import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { parentPort, workerData } from 'node:worker_threads'
import { openEmbeddedSession } from '../embedded/embedded-session.ts'

// Runs statements in the engine as the product's own thread does, and says by how much this thread's heap grew.

export interface HeapGrowthOptions {
  directory: string
  statements: number
}

const { directory, statements } = workerData as HeapGrowthOptions

function heldBytes(): number {
  setFlagsFromString('--expose-gc')
  const collect = runInNewContext('gc') as () => void
  collect()
  collect()
  const { heapUsed, external } = process.memoryUsage()
  return heapUsed + external
}

function simpleQuery(sql: string): Uint8Array {
  const text = Buffer.from(`${sql}\0`)
  const head = Buffer.from('Q\0\0\0\0')
  head.writeInt32BE(4 + text.length, 1)
  return Buffer.concat([head, text])
}

const session = await openEmbeddedSession(directory)
const query = simpleQuery("select 1 as number, 'a text' as words")
// What is made once (compiled code, caches, the connection's own memory) is there before the first look.
for (let index = 0; index < 1_000; index += 1) await session.exec(query)
const before = heldBytes()
for (let index = 0; index < statements; index += 1) await session.exec(query)
const after = heldBytes()
await session.close()
parentPort?.postMessage(after - before)
