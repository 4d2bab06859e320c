import { sql } from 'drizzle-orm'
import { describe, expect, it } from 'vitest'
import { createTestDatabase, testEngine } from '../../testing/test-database.ts'
import type { LoopOptions } from '../loop.ts'
import { createMaintenance } from './maintenance.loop.ts'

describe.runIf(testEngine === 'embedded')('maintenance of the embedded database', () => {
  it('B15: writes a checkpoint and cleans tables with many dead rows', async () => {
    const test = await createTestDatabase()
    const { orm } = test.db
    const made: LoopOptions[] = []
    createMaintenance(test.db, (options) => {
      made.push(options)
      return {
        name: options.name,
        start: () => undefined,
        stop: () => Promise.resolve(),
        wake: () => undefined,
      }
    })
    await orm.execute(sql`create table full_one as select i from generate_series(1, 5000) i`)
    await orm.execute(sql`delete from full_one where i > 10`)
    const measure = async () => {
      await orm.execute(sql`select pg_stat_force_next_flush()`)
      const { rows } = await orm.execute<{ dead: bigint; redo: string }>(
        sql`select n_dead_tup as dead, (select redo_lsn::text from pg_control_checkpoint()) as redo
            from pg_stat_user_tables where relname = 'full_one'`,
      )
      return rows[0]
    }
    const before = await measure()
    expect(before?.dead).toBe(4990n)
    await made[0]?.pass(new AbortController().signal)
    const after = await measure()
    expect(after?.dead).toBe(0n)
    expect(after?.redo).not.toBe(before?.redo)
    expect(made[0]?.everyMs).toBe(180_000)
    await test.drop()
  })
})
