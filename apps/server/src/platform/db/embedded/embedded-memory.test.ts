import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { startProgramThread } from '../../../testing/start-program.ts'
import { copyEmbeddedTemplate } from '../../../testing/test-database.ts'
import type { HeapGrowthOptions } from '../testing/heap-growth.worker.ts'

const statements = 50_000
const mib = 1024 * 1024

test('B16: fifty thousand statements leave nothing in the heap of the engine’s thread', {
  timeout: 300_000,
}, async () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'roundsman-heap-'))
  await copyEmbeddedTemplate(dataDir)
  const options: HeapGrowthOptions = { directory: join(dataDir, 'database'), statements }
  const file = new URL('../testing/heap-growth.worker.ts', import.meta.url)
  const worker = startProgramThread(file, { workerData: options, execArgv: [] })
  const [grown] = (await once(worker, 'message')) as [number]
  await worker.terminate()
  rmSync(dataDir, { recursive: true, force: true })
  // Kept messages would be four a statement: some 50 MiB.
  expect(grown / mib).toBeLessThan(2)
})
