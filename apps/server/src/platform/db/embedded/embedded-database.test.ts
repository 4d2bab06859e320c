import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'drizzle-orm'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { startProcess } from '../../../testing/server-process.ts'
import { copyEmbeddedTemplate, openEmbedded, startEngine } from '../../../testing/test-database.ts'
import { systemClock } from '../../clock.ts'
import { systemIds } from '../../ids.ts'
import type { Tx } from '../database.ts'
import { connectEmbedded, proveDurable } from './embedded-database.ts'
import { openEmbeddedEngine } from './embedded-engine.ts'

let dataDir = ''
beforeEach(() => {
  dataDir = mkdtempSync(join(tmpdir(), 'roundsman-embedded-'))
})
afterEach(() => rmSync(dataDir, { recursive: true, force: true }))
const open = (dir = dataDir) => openEmbedded(dir)

describe('the embedded database', () => {
  it('B10: keeps every acknowledged batch, whole, through kill -9 at any moment', {
    timeout: 180_000,
  }, async () => {
    await copyEmbeddedTemplate(dataDir)
    const seed = Math.floor(systemIds.fraction() * 2 ** 31)
    process.stdout.write(`kill -9 with seed ${seed}\n`)
    let state = seed
    const upTo = (n: number) => {
      state = (Math.imul(state, 1103515245) + 12345) & 0x7fffffff
      return 1 + (state % n)
    }
    let last = 0
    for (let round = 0; round < 8; round++) {
      const writer = startProcess('testing/write-until-killed.child.ts', [dataDir], {})
      const enough = last + upTo(40)
      await writer.said(new RegExp(`acknowledged ${enough}\n`))
      writer.child.kill('SIGKILL')
      await writer.ended
      last = Number(/acknowledged (\d+)\n(?![^]*acknowledged \d+\n)/.exec(writer.out())?.[1])
      const db = await open()
      const { rows } = await db.orm.execute<{ batches: number; first: number; torn: number; last: number }>(
        sql`select count(*)::int as batches, min(number)::int as first, max(number)::int as last,
                   (count(*) filter (where parts <> 50))::int as torn
            from (select number, count(*) as parts from batch group by number) as b`,
      )
      const found = rows[0]
      expect(found).toMatchObject({ first: 1, torn: 0 })
      expect(found?.last).toBeGreaterThanOrEqual(last)
      expect(found?.batches).toBe(found?.last)
      last = found?.last ?? 0
      await db.close()
    }
  })

  it('B8: a connection begins as a new session, whatever the one before left in the engine', async () => {
    await copyEmbeddedTemplate(dataDir)
    const engine = await openEmbeddedEngine({
      directory: join(dataDir, 'database'),
      clock: systemClock,
      startThread: startEngine,
    })
    try {
      const found = []
      for (const _turn of [1, 2]) {
        const db = connectEmbedded(
          { ...engine, close: () => Promise.resolve() },
          { clock: systemClock, ids: systemIds },
        )
        const named = db.orm
          .select({ zone: sql`current_setting('TimeZone')` })
          .from(sql`pg_class limit 1`)
          .prepare('zone')
        found.push(await named.execute())
        await db.orm.execute(sql`set time zone 'Europe/Kyiv'`)
        await db.orm.execute(sql`begin`)
        await db.close()
      }
      expect(found[1]).toEqual(found[0])
    } finally {
      await engine.close()
    }
  })

  it('B140: a transaction begins with its first statement, in one exchange with the engine, and is one all the same', async () => {
    await copyEmbeddedTemplate(dataDir)
    const engine = await openEmbeddedEngine({
      directory: join(dataDir, 'database'),
      clock: systemClock,
      startThread: startEngine,
    })
    let exchanges = 0
    const thread = await engine.thread()
    const counted: typeof thread = {
      ...thread,
      exec: (bytes) => {
        exchanges += 1
        return thread.exec(bytes)
      },
    }
    const db = connectEmbedded(
      { ...engine, thread: () => Promise.resolve(counted) },
      { clock: systemClock, ids: systemIds },
    )
    try {
      await db.orm.execute(sql`create table kept (n int)`)
      exchanges = 0
      await db.transaction((tx) => tx.execute(sql`insert into kept values (${1})`))
      expect(exchanges).toBe(2)
      await db.transaction(() => Promise.resolve())
      const failing = [
        (tx: Tx) => tx.execute(sql`insert into kept values (${'two'})`),
        async (tx: Tx) => {
          await tx.execute(sql`insert into kept values (${3})`)
          throw new Error('not this one')
        },
        () => Promise.reject(new Error('nor this one, of no statement')),
      ]
      for (const work of failing) await expect(db.transaction<unknown>(work)).rejects.toThrow()
      await expect(
        db.snapshot((tx) => tx.execute(sql`insert into kept values (${4})`)),
      ).rejects.toMatchObject({ cause: { code: '25006' } })
      const { rows } = await db.orm.execute(sql`select n from kept`)
      expect(rows).toEqual([{ n: 1 }])
    } finally {
      await db.close()
    }
  })

  it('B11: refuses a second opener, in this process and another, and is free again after a close', async () => {
    await copyEmbeddedTemplate(dataDir)
    const first = await open()
    await expect(open()).rejects.toThrow(`The data directory ${dataDir} is in use`)
    const other = startProcess('testing/write-until-killed.child.ts', [dataDir], {})
    expect((await other.ended).code).not.toBe(0)
    expect(other.err()).toContain('is in use by another running Roundsman')
    await first.close()
    await (await open()).close()
  })

  it('B11: takes over the lock of a process that was killed, also under a path too long for a socket', async () => {
    const deep = join(dataDir, 'a-rather-long-name-of-a-directory'.repeat(4))
    mkdirSync(deep)
    await copyEmbeddedTemplate(deep)
    const killed = startProcess('testing/write-until-killed.child.ts', [deep], {})
    await killed.said(/acknowledged 3\n/)
    await expect(open(deep)).rejects.toThrow('is in use')
    killed.child.kill('SIGKILL')
    await killed.ended
    expect(existsSync(join(deep, 'lock.sock'))).toBe(true)
    await (await open(deep)).close()
  })

  it('B12: a commit reaches the disk, counted; an engine whose commits do not is refused', async () => {
    await copyEmbeddedTemplate(dataDir)
    const db = await open()
    let closed = false
    const close = async () => {
      closed = true
    }
    await expect(proveDurable({ orm: db.orm, close }, { syncs: async () => 7 })).rejects.toThrow(
      'no fsync was counted',
    )
    expect(closed).toBe(true)
    let count = 0
    await expect(
      proveDurable({ orm: db.orm, close }, { syncs: async () => count++ }),
    ).resolves.toBeUndefined()
    await db.close()
  })

  it('B13: makes a database where there is none, in one step', { timeout: 60_000 }, async () => {
    const db = await open(join(dataDir, 'new'))
    const { rows } = await db.orm.execute(
      sql`select current_setting('fsync') as fsync, current_setting('shared_buffers') as buffers`,
    )
    expect(rows).toEqual([{ fsync: 'on', buffers: '16MB' }])
    await db.close()
    expect(readdirSync(join(dataDir, 'new'))).toEqual(['database'])
  })

  it('B14: refuses what is no database or a damaged one, and changes nothing in it', async () => {
    const directory = join(dataDir, 'database')
    mkdirSync(directory)
    writeFileSync(join(directory, 'precious.txt'), 'mine')
    await expect(open()).rejects.toThrow('holds no database')
    writeFileSync(join(directory, 'PG_VERSION'), '15\n')
    await expect(open()).rejects.toThrow('holds a database of version 15')
    writeFileSync(join(directory, 'PG_VERSION'), '18\n')
    await expect(open()).rejects.toThrow('cannot be opened')
    expect(readdirSync(directory).sort()).toEqual(['PG_VERSION', 'precious.txt'])
    rmSync(directory, { recursive: true })
    await copyEmbeddedTemplate(dataDir)
    writeFileSync(join(directory, 'global/pg_control'), Buffer.alloc(8192))
    await expect(open()).rejects.toThrow('cannot be opened')
  })
})
