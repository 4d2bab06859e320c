import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Worker } from 'node:worker_threads'
import { sql } from 'drizzle-orm'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { startProgramThread } from '../../../testing/start-program.ts'
import { copyEmbeddedTemplate, engineCode } from '../../../testing/test-database.ts'
import { systemClock } from '../../clock.ts'
import { systemIds } from '../../ids.ts'
import type { Database } from '../database.ts'
import type { Leak } from '../testing/leaking.worker.ts'
import { openEmbeddedDatabase } from './embedded-database.ts'

const threadFile = new URL('../testing/leaking.worker.ts', import.meta.url)

let dataDir = ''
let db: Database
let threads: Worker[] = []
let restarts: string[] = []
let deaths: string[] = []

beforeEach(async () => {
  dataDir = mkdtempSync(join(tmpdir(), 'roundsman-restart-'))
  threads = []
  restarts = []
  deaths = []
  await copyEmbeddedTemplate(dataDir)
  await engineCode()
  db = await openEmbeddedDatabase({
    dataDir,
    clock: systemClock,
    ids: systemIds,
    onRestart: (error) => void restarts.push(error.message),
    onDeath: (error) => void deaths.push(error.message),
    startThread: (options) => {
      const worker = startProgramThread(threadFile, options)
      threads.push(worker)
      return worker
    },
  })
  await db.orm.execute(sql`create table batch (number int not null, part int not null)`)
})
afterEach(async () => {
  await db.close()
  rmSync(dataDir, { recursive: true, force: true })
})

/** Ends the thread that runs now, in the middle of whatever it does. */
const kill = () => threads.at(-1)?.terminate()

/** One batch in two statements; `between` happens while its transaction is open. */
async function write(number: number, between: () => unknown = () => undefined): Promise<void> {
  await db.transaction(async (tx) => {
    await tx.execute(sql`insert into batch select ${number}::int, part from generate_series(1, 25) part`)
    await between()
    await tx.execute(sql`insert into batch select ${number}::int, part from generate_series(26, 50) part`)
  })
}

async function batches(): Promise<{ number: number; parts: number }[]> {
  const { rows } = await db.orm.execute<{ number: number; parts: number }>(
    sql`select number, count(*)::int as parts from batch group by number order by number`,
  )
  return rows
}

describe('an engine whose thread ends by itself', () => {
  it('B17: a thread that fills its memory is named as a leak, and the database comes back with everything', {
    timeout: 120_000,
  }, async () => {
    await write(1)
    const leak: Leak = { kind: 'leak' }
    await write(2, async () => {
      if (threads.length === 1) threads[0]?.postMessage(leak)
    })
    await write(3)
    expect(await batches()).toEqual([1, 2, 3].map((number) => ({ number, parts: 50 })))
    expect(restarts).toEqual([
      "Connection terminated: the embedded database's thread filled its 96 MiB of memory: something in it leaks.",
    ])
    expect(deaths).toEqual([])
  })

  it('B17: ended between two statements, a transaction is run again whole and never torn', {
    timeout: 120_000,
  }, async () => {
    let times = 0
    await write(1, async () => {
      times += 1
      if (times === 1) await kill()
    })
    expect(times).toBe(2)
    expect(await batches()).toEqual([{ number: 1, parts: 50 }])
    expect(threads).toHaveLength(2)
  })

  it('B17: ended at any moment of many transactions, each that was acknowledged is there, whole', {
    timeout: 120_000,
  }, async () => {
    const acknowledged: number[] = []
    const refused: string[] = []
    const all = Array.from({ length: 60 }, (_none, index) => index + 1)
    const work = Promise.all(
      all.map((number) =>
        write(number).then(
          () => {
            acknowledged.push(number)
            if (acknowledged.length % 20 === 10 && threads.length < 4) void kill()
          },
          (error: unknown) => {
            const cause = error instanceof Error ? (error.cause ?? error) : error
            refused.push(String(cause))
          },
        ),
      ),
    )
    await work
    const found = await batches()
    expect(threads.length).toBeGreaterThan(2)
    expect(found.filter(({ parts }) => parts !== 50)).toEqual([])
    const numbers = new Set(found.map(({ number }) => number))
    expect(acknowledged.filter((number) => !numbers.has(number))).toEqual([])
    // Only one at its COMMIT is left open, and its error says why.
    expect(refused.length).toBeLessThan(threads.length)
    for (const reason of refused) expect(reason).toContain('Connection terminated')
  })

  it('B17: a query under way is refused with the reason; the next one is answered', {
    timeout: 120_000,
  }, async () => {
    const under = db.orm.execute(sql`select pg_sleep(30)`)
    const refused = expect(under).rejects.toMatchObject({
      cause: expect.objectContaining({ message: expect.stringContaining("the embedded database's thread") }),
    })
    await kill()
    await refused
    expect(await batches()).toEqual([])
  })

  it('B17: one that ends again and again is not opened for ever', { timeout: 180_000 }, async () => {
    for (let end = 1; end <= 5; end += 1) {
      await kill()
      if (end < 5) await batches()
    }
    await expect(batches()).rejects.toThrow()
    expect(restarts).toHaveLength(4)
    expect(deaths).toHaveLength(1)
  })
})
