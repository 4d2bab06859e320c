import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { root } from '../root.ts'
import { notOnPostgres } from './all-tiers.ts'

const files = notOnPostgres.filter((pattern) => !pattern.includes('*'))

test('a file that PostgreSQL has nothing to do with is there, and opens no database but the embedded one', () => {
  expect(files).not.toEqual([])
  for (const file of files) {
    expect([file, existsSync(path.join(root, file))]).toEqual([file, true])
    // What gives a database of the engine that the suite runs on, or its address.
    expect(readFileSync(path.join(root, file), 'utf8')).not.toMatch(/createTest|openTest|testDatabaseUrl/)
  }
})
