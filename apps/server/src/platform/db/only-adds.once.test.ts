import { expect, it } from 'vitest'
import { contracting, lastRelease } from '../../../../../tools/src/release/last-release.data.ts'
import { beyondAdding } from '../../testing/only-adds.ts'
import { assetUrl } from '../entry-url.ts'
import { readMigrations } from './migrate.ts'

const since = readMigrations(assetUrl('migrations')).slice(lastRelease.migrations)

it('B244: a migration since the last release only adds, or is named with the release that no longer uses what it takes away', () => {
  expect(since.filter(({ isExpanding }) => !isExpanding).map(({ name }) => name)).toEqual(
    Object.keys(contracting),
  )
})

it('B244: what says that it only adds does nothing else', () => {
  const known = new Set<string>()
  const beyond = since.flatMap(({ name, isExpanding, sql }) => {
    const found = beyondAdding(sql, known)
    return isExpanding ? found.map((statement) => `${name}: ${statement}`) : []
  })
  expect(beyond).toEqual([])
})

it.each([
  'create table team (id integer primary key, name text not null unique)',
  'CREATE INDEX team_name ON alert (name) WHERE name IS NOT NULL',
  'ALTER TABLE alert ADD COLUMN note text, ADD COLUMN rank numeric(3, 1) NOT NULL DEFAULT 0',
  "ALTER TABLE alert ADD COLUMN kind text CHECK (kind IN ('A', 'B')) -- not null",
  'CREATE TABLE team (id integer); ALTER TABLE team ADD COLUMN key text NOT NULL; CREATE UNIQUE INDEX one ON team (key)',
  "ALTER TABLE alert ADD COLUMN kind text; UPDATE alert SET kind = coalesce(note, 'A') WHERE id > 1",
])('B244: only adds: %s', (text) => {
  expect(beyondAdding(text)).toEqual([])
})

it.each([
  'DROP TABLE alert',
  'DROP INDEX alert_once',
  'ALTER TABLE alert RENAME TO warning',
  'ALTER TABLE alert RENAME COLUMN note TO remark',
  'ALTER TABLE alert DROP COLUMN note',
  'ALTER TABLE alert ALTER COLUMN note SET NOT NULL',
  'ALTER TABLE alert ALTER COLUMN note DROP NOT NULL',
  'ALTER TABLE alert ALTER COLUMN rank TYPE bigint',
  'ALTER TABLE alert ADD COLUMN note text NOT NULL',
  'ALTER TABLE alert ADD COLUMN note text UNIQUE',
  'ALTER TABLE alert ADD CONSTRAINT alert_note CHECK (note IS NOT NULL)',
  'ALTER TABLE alert ADD UNIQUE (note)',
  'ALTER TABLE alert ADD COLUMN rank integer, DROP CONSTRAINT alert_once',
  'CREATE UNIQUE INDEX alert_once ON alert (note)',
  'UPDATE alert SET note = 1',
  'DELETE FROM alert',
  'ALTER TABLE alert ADD COLUMN kind text; UPDATE alert SET kind = note, note = NULL WHERE id > 1',
  'CREATE TABLE team (id integer); DROP TABLE alert',
])('B244: does more than add: %s', (text) => {
  expect(beyondAdding(text)).toHaveLength(1)
})
