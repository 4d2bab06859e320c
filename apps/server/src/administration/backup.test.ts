import { sql } from 'drizzle-orm'
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gunzipSync, gzipSync } from 'node:zlib'
import pg from 'pg'
import { pino } from 'pino'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { systemClock } from '../platform/clock.ts'
import type { Database } from '../platform/db/database.ts'
import { migrate, type Migration, readMigrations } from '../platform/db/migrate.ts'
import { openDatabase } from '../platform/db/open-database.ts'
import { assetUrl } from '../platform/entry-url.ts'
import { systemIds } from '../platform/ids.ts'
import {
  createTestDatabase,
  type TestDatabase,
  testDatabaseUrl,
  testEngine,
} from '../testing/test-database.ts'
import { tableNames } from './backup-tables.ts'
import { backupCommand } from './backup.command.ts'
import { restoreCommand } from './restore.command.ts'

const real = readMigrations(assetUrl('migrations'))
const number = real.length + 1
/** Every kind of column there is, keys that point both ways and at themselves. */
const testOnly: Migration = {
  number,
  name: `${String(number).padStart(4, '0')}-test-tables`,
  checksum: 'test',
  isExpanding: false,
  sql: `
    create table test_a (id bigint primary key generated always as identity, b int, parent bigint references test_a,
      t text, n numeric(38,0), f float8, j jsonb, bin bytea, ts timestamptz, arr real[], texts text[], ok boolean,
      iv interval, u uuid, len int generated always as (length(t)) stored);
    create table test_b (id serial primary key, a bigint references test_a);
    alter table test_a add foreign key (b) references test_b;
    insert into test_b (a) values (null);
    insert into test_a (b, parent, t, n, f, j, bin, ts, arr, texts, ok, iv, u) values
      (1, 2, E'line\\nµ "q" \\\\ \\u2028', 12345678901234567890123456789012345678, 0.1, '{"a": [1, null, "é"]}', '\\x00ff10',
        '2026-11-21 12:00:00.123456+00', '{1.5,NULL,NaN}', '{"a,b",NULL,""}', true, '1 day 02:03:04', '00000000-0000-4000-8000-000000000001'),
      (null, null, null, null, 'NaN', 'null', null, null, null, '{}', null, null, null);
    update test_b set a = 1;
    insert into test_a (t) select 'row ' || i from generate_series(1, 1234) i;
    insert into series_bucket (network_id, epoch, step, bucket, uptime, uptime_mean, uptime_samples, power, commission, tokens)
      values (1, 1, 600, 1767225600, '{NULL,0.5}', '{NULL,0.7000000000000001}', '{0,24}', '{NULL,5}', '{NULL,0.1}', '{NULL,9007199254740991}');
    select setval('test_b_id_seq', 77);
  `,
}

const silent = { print: () => undefined, complain: () => undefined }
const migrations = [...real, testOnly]

describe(`backup and restore (from ${testEngine})`, () => {
  let dir = ''
  let source: TestDatabase | undefined
  let file = ''
  beforeAll(async () => {
    dir = mkdtempSync(join(tmpdir(), 'roundsman-backup-'))
    file = join(dir, 'all.gz')
    source = await createTestDatabase()
    await migrate(source.db, migrations)
    writeFileSync(join(source.dataDir, 'secret'), 'the secret of the source, 32 bytes and more')
    expect(await commandOf(source).run(['all.gz'], silent)).toBe(0)
  })
  afterAll(async () => {
    await source?.drop()
    rmSync(dir, { recursive: true, force: true })
  })

  const commandOf = ({ db, dataDir, url }: TestDatabase) =>
    backupCommand({ db, clock: systemClock, dataDir, databaseUrl: url, cwd: dir })

  const openAt = (databaseUrl: string | null, dataDir: string) =>
    openDatabase({
      config: { databaseUrl, dataDir },
      clock: systemClock,
      ids: systemIds,
      log: pino({ enabled: false }),
      onDeath: () => undefined,
    })
  const restore = (databaseUrl: string | null, dataDir: string, known = migrations, from = file) =>
    restoreCommand({ open: () => openAt(databaseUrl, dataDir), migrations: known, dataDir, cwd: dir }).run(
      [from],
      silent,
    )

  async function contents(db: Database): Promise<object> {
    const all: Record<string, unknown> = {}
    for (const table of await tableNames(db.orm)) {
      const { rows } = await db.orm.execute(
        sql`select x::text as row from ${sql.identifier(table)} x order by 1`,
      )
      all[table] = rows
    }
    const keys = await db.orm.execute(
      sql`select conname, pg_get_constraintdef(oid) from pg_constraint where contype = 'f' order by 1`,
    )
    const next = await db.orm.execute(
      sql`select nextval('test_b_id_seq') as b, nextval('test_a_id_seq') as a`,
    )
    return { all, keys: keys.rows, next: next.rows }
  }

  async function compare(databaseUrl: string | null, dataDir: string): Promise<void> {
    const restored = await openAt(databaseUrl, dataDir)
    try {
      const found = await contents(restored)
      // Looking at a sequence moves it, so the source is looked at as often as each copy.
      await source?.db.orm.execute(sql`select setval('test_b_id_seq', 77), setval('test_a_id_seq', 1236)`)
      if (source) expect(found).toEqual(await contents(source.db))
      expect(readFileSync(join(dataDir, 'secret'), 'utf8')).toBe(
        'the secret of the source, 32 bytes and more',
      )
    } finally {
      await restored.close()
    }
  }

  it('B100: restores into an empty embedded database: all rows, keys and sequences', {
    timeout: 300_000,
  }, async () => {
    const target = join(dir, 'embedded')
    expect(await restore(null, target)).toBe(0)
    await compare(null, target)
  })

  it.runIf(testDatabaseUrl !== null)(
    'B100: restores into an empty PostgreSQL: all rows, keys and sequences',
    async () => {
      const name = `roundsman_restore_${systemIds.uuid().replaceAll('-', '')}`
      const admin = new pg.Client({ connectionString: testDatabaseUrl ?? '' })
      await admin.connect()
      await admin.query(`create database ${name}`)
      try {
        const url = Object.assign(new URL(testDatabaseUrl ?? ''), { pathname: `/${name}` }).href
        const target = mkdtempSync(join(dir, 'server-'))
        expect(await restore(url, target)).toBe(0)
        await compare(url, target)
      } finally {
        await admin.query(`drop database ${name} with (force)`)
        await admin.end()
      }
    },
  )

  it('B101: refuses a target that is not empty, and changes nothing in it', async () => {
    const target = await createTestDatabase()
    await target.db.orm.execute(sql`insert into lease values ('mine', 'a', 1, now())`)
    await target.db.close()
    await expect(restore(target.url, target.dataDir)).rejects.toThrow('not empty')
    const again = await openAt(target.url, target.dataDir)
    expect((await again.orm.execute(sql`select name from lease`)).rows).toEqual([{ name: 'mine' }])
    await again.close()
    await target.drop()
  })

  it('B102: refuses a file that is cut off, changed, or something else, before it opens anything', async () => {
    const whole = readFileSync(file)
    const text = gunzipSync(whole).toString()
    const bad = {
      'cut.gz': whole.subarray(0, whole.length / 2),
      'changed.gz': gzipSync(text.replace('row 1000', 'row 1001')),
      'short.gz': gzipSync(text.split('\n').slice(0, -2).join('\n')),
      'other.gz': gzipSync('{"format":"other"}\n'),
      'plain.txt': Buffer.from('hello'),
    }
    const open = () => Promise.reject(new Error('opened'))
    for (const [name, bytes] of Object.entries(bad)) {
      writeFileSync(join(dir, name), bytes)
      const command = restoreCommand({ open, migrations, dataDir: dir, cwd: dir })
      await expect(command.run([name], silent), name).rejects.toThrow(
        /complete Roundsman backup|has been changed/,
      )
    }
  })

  it('B103: refuses a backup of a newer program or of other migrations', async () => {
    await expect(restore(null, join(dir, 'x'), real)).rejects.toThrow('newer than this program')
    await expect(restore(null, join(dir, 'x'), [...real, { ...testOnly, checksum: 'x' }])).rejects.toThrow(
      'differs from this program’s',
    )
  })

  it('B104: the file is for its owner only, and an existing one is not overwritten', async () => {
    expect(statSync(file).mode & 0o777).toBe(0o600)
    if (!source) throw new Error('no source')
    const backup = commandOf(source)
    await expect(backup.run(['all.gz'], silent)).rejects.toThrow('already exists')
    expect(await backup.run([], silent)).toBe(2)
  })

  it('B105: everything else goes on while a backup is written, and it is as of one moment all the same', {
    timeout: 300_000,
  }, async () => {
    const busy = await createTestDatabase()
    await migrate(busy.db, migrations)
    await busy.db.orm.execute(
      sql`insert into test_a (t) select repeat(md5(i::text), 30) from generate_series(1, 5000) i`,
    )
    let written = 0
    let isDone = false
    const backup = commandOf(busy)
      .run(['busy.gz'], silent)
      .finally(() => (isDone = true))
    while (!isDone) {
      const text = `pair ${written}`
      await busy.db.transaction(async (tx) => {
        await tx.execute(sql`insert into test_a (t) values (${text})`)
        await tx.execute(sql`insert into test_a (t) values (${text})`)
      })
      written += 1
      // A writer that pauses: one that does not would keep the machine from the process that writes the backup.
      await systemClock.sleep(20)
    }
    expect(await backup).toBe(0)
    expect(written).toBeGreaterThan(20)
    // What was kept back meanwhile (checkpoints) is done again, and nothing is left of the work.
    await busy.db.checkpoint()
    expect(readdirSync(busy.dataDir).filter((name) => name.startsWith('backup'))).toEqual([])
    await busy.drop()
    const target = join(dir, 'busy')
    expect(await restore(null, target, migrations, join(dir, 'busy.gz'))).toBe(0)
    const restored = await openAt(null, target)
    const { rows } = await restored.orm.execute<{ halves: number; filled: number }>(sql`
      select (select count(*)::int from (select from test_a where t like 'pair %' group by t having count(*) <> 2) x) as halves,
             (select count(*)::int from test_a where length(t) = 960) as filled`)
    expect(rows).toEqual([{ halves: 0, filled: 5_000 }])
    await restored.close()
  })

  it('D33, D101: sends nothing of what was queued when the backup was made, keeps it, says so, and gives no number anew', {
    timeout: 300_000,
  }, async () => {
    if (!source) throw new Error('no source')
    const { db } = source
    await db.orm.execute(sql`
      insert into delivery (channel, lane, purpose, recipient, language, dedupe_key, state, lease_until, due_at, give_up_at,
                            created_at, updated_at)
      select 'sms', 'critical', 'alert', 'x', 'en', state, state, case when state = 'SENDING' then t end, t, t, t, t
      from (select now() as t) as moment, unnest(array['QUEUED', 'SENDING', 'SENT']) as state`)
    expect(await commandOf(source).run(['queue.gz'], silent)).toBe(0)
    const lines: string[] = []
    const target = join(dir, 'queue')
    const command = restoreCommand({
      open: () => openAt(null, target),
      migrations,
      dataDir: target,
      cwd: dir,
    })
    await command.run(['queue.gz'], { ...silent, print: (line) => void lines.push(line) })
    expect(lines.at(-1)).toBe(
      'Not sent: 2 messages that were waiting when the backup was made. They are kept as SUPPRESSED.',
    )
    const restored = await openAt(null, target)
    const { rows } = await restored.orm.execute(
      sql`select state, detail, lease_until from delivery order by id`,
    )
    const next = await restored.orm.execute<{ delivery: number; alert: number }>(sql`
      select nextval('delivery_id_seq')::float8 as delivery, nextval('alert_id_seq')::float8 as alert`)
    expect(next.rows).toEqual([{ delivery: 1_000_000_004, alert: 1_000_001 }])
    await restored.close()
    const held = { state: 'SUPPRESSED', detail: 'it was waiting when the backup was made', lease_until: null }
    expect(rows).toEqual([held, held, { state: 'SENT', detail: null, lease_until: null }])
  })
})
