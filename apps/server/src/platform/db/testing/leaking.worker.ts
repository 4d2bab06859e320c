import { parentPort } from 'node:worker_threads'
import '../embedded/embedded.worker.ts'

// The product's own thread, with a leak that the test opens: asked to, it keeps more and more until its heap is full.

export interface Leak {
  kind: 'leak'
}

const kept: string[][] = []

parentPort?.on('message', (message: Leak | { kind: 'exec' | 'syncs' | 'close' }) => {
  if (message.kind !== 'leak') return
  for (;;)
    kept.push(Array.from({ length: 10_000 }, (_none, index) => `kept for ever ${kept.length} ${index}`))
})
