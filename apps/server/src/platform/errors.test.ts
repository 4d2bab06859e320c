import { sql } from 'drizzle-orm'
import { describe, expect, it } from 'vitest'
import { createTestDatabase } from '../testing/test-database.ts'
import { serializeError } from './errors.ts'

describe('errors in the log', () => {
  it('B97: say the query and the reason, never the values', async () => {
    const test = await createTestDatabase()
    const insert = sql`insert into lease values (${'canary one'}, ${'canary two'}, 1, now())`
    await test.db.orm.execute(insert)
    const error: unknown = await test.db.orm.execute(insert).catch((failure: unknown) => failure)
    const text = JSON.stringify(serializeError(error))
    expect(text).toContain('insert into lease values ($1, $2, 1, now())')
    expect(text).toContain('23505')
    expect(text).toContain('duplicate key')
    expect(text).not.toContain('canary')
    await test.drop()
  })

  it('B97: keep where it happened, and follow causes', () => {
    const error = new Error('outer', { cause: new TypeError('inner') })
    expect(serializeError(error)).toMatchObject({
      type: 'Error',
      message: 'outer',
      stack: expect.stringMatching(/^at .*errors\.test/),
      cause: { type: 'TypeError', message: 'inner' },
    })
    expect(serializeError('text')).toEqual({ type: 'string', message: 'text', stack: '' })
  })
})
