import { sql } from 'drizzle-orm'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { SealedColumn } from '../platform/config/text-seal.ts'
import { runCommand } from '../testing/run-command.ts'
import { createTestApp, type TestApp } from '../testing/test-app.ts'
import { createTestDatabase, type TestDatabase } from '../testing/test-database.ts'
import { fill, openAll, sealOf, textOf } from './testing/sealed-rows.ts'

const before = Buffer.from('the secret before, 32 bytes at least')
const present = Buffer.from('the present secret, 32 bytes and more')

describe('a change of the secret', () => {
  let database: TestDatabase
  let site: TestApp
  let columns: readonly SealedColumn[]
  beforeEach(async () => {
    database = await createTestDatabase()
    site = await createTestApp({ database, config: { secret: present, otherSecret: before } })
    columns = site.app.modules.flatMap(({ sealed }) => sealed ?? [])
  })
  afterEach(async () => {
    await site.close()
    await database.drop()
  })
  const reseal = () => runCommand([{ commands: site.app.commands('/') }], 'reseal', [])

  it('B213: every column of bytes is known: encrypted, and then resealed, or not', async () => {
    const { rows } = await database.db.orm.execute<{ name: string }>(sql`
      select table_name || '.' || column_name as name from information_schema.columns
      where table_schema = 'public' and data_type = 'bytea' order by 1`)
    /** Digests, public keys, pictures, letters: nothing that has to be read again with the secret. */
    const plain =
      /_hash$|^user_passkey\.(credential_id|public_key)$|\.webp$|\.letters$|^user_attempt\.subject$/
    expect(rows.map(({ name }) => name).filter((name) => !plain.test(name))).toEqual(
      columns.map(({ table, column }) => `${table}.${column}`).sort(),
    )
  })

  it('B210, B211: everything is read with either secret, and with the present one alone after it was resealed', async () => {
    await fill(database.db, columns, before, 3)
    const both = sealOf(present, before)
    const count = await openAll(database.db, columns, both)
    expect(count).toBe(4 * 3 + 1)
    await expect(openAll(database.db, columns, sealOf(present))).rejects.toThrow()
    // What is written meanwhile is written with the present one, and is left alone.
    const [first] = columns
    if (!first) throw new Error('there are columns')
    const sealed = both.seal(first.rowName('1'), textOf(first, '1'))
    await database.db.orm.execute(sql`update user_contact set sealed = ${sealed} where id = 1`)
    await reseal()
    expect(await openAll(database.db, columns, sealOf(present))).toBe(count)
    const { rows } = await database.db.orm.execute<{ sealed: Uint8Array }>(
      sql`select sealed from user_contact where id = 1`,
    )
    expect(Buffer.from(rows[0]?.sealed ?? [])).toEqual(sealed)
    await reseal()
    expect(await openAll(database.db, columns, sealOf(present))).toBe(count)
  })

  it('B211: what neither secret reads is left as it is, and said', async () => {
    await fill(database.db, columns, before, 2)
    const strange = sealOf(Buffer.from('a secret that nobody knows any more')).seal('totp:1', 'x')
    await database.db.orm.execute(sql`update user_totp set sealed = ${strange} where id = 1`)
    await expect(reseal()).rejects.toThrow('1 values were encrypted with a secret that is neither')
    const { rows } = await database.db.orm.execute<{ sealed: Uint8Array }>(
      sql`select sealed from user_totp where id = 1`,
    )
    expect(Buffer.from(rows[0]?.sealed ?? [])).toEqual(strange)
    await database.db.orm.execute(sql`delete from user_totp where id = 1`)
    expect(await openAll(database.db, columns, sealOf(present))).toBeGreaterThan(0)
  })
})
