import { eq } from 'drizzle-orm'
import { AsyncLocalStorage } from 'node:async_hooks'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import type { Database } from '../../../platform/db/database.ts'
import { createTestDatabase, type TestDatabase } from '../../../testing/test-database.ts'
import { watchNetwork, watchValidator } from '../model/watch.schema.ts'
import { createSimRig, networkId, type SimRig } from '../testing/sim-rig.ts'
import { createViews } from './views.ts'

let database: TestDatabase
let rig: SimRig
beforeAll(async () => {
  database = await createTestDatabase()
})
afterEach(() => rig.close())
afterAll(() => database.drop())

test('W56: what is committed while a view is read belongs to the next batch, whole', async () => {
  rig = await createSimRig({ database })
  await rig.to(20)
  const seq = (await rig.view()).seq()
  let renamed: Promise<void> | null = null
  const rename = () => {
    renamed ??= commitRename(database.db, seq + 1)
    return renamed
  }
  const db = readingWith(database.db, rename)
  const views = createViews(db, rig.clock, [rig.network], () => null)
  await views.refreshOne(networkId)
  await rename()
  const view = views.of(networkId)
  expect(view?.seq()).toBe(seq)
  expect(view?.validators().map(({ moniker }) => moniker)).not.toContain('Renamed')
  await views.refresh()
  expect(view?.seq()).toBe(seq + 1)
  expect(view?.validators().map(({ moniker }) => moniker)).toContain('Renamed')
})

/** A batch that renames a validator. */
async function commitRename(db: Database, seq: number): Promise<void> {
  await db.transaction(async (tx) => {
    await tx.update(watchNetwork).set({ seq }).where(eq(watchNetwork.networkId, networkId))
    await tx.update(watchValidator).set({ moniker: 'Renamed', seq }).where(eq(watchValidator.slot, 0))
  })
}

/** A database in which another process commits as soon as the first rows have been read. */
function readingWith(db: Database, commit: () => Promise<void>): Database {
  // Not inside the reader's transaction: the other process knows nothing of it.
  const outside = AsyncLocalStorage.snapshot()
  const pause = async () => {
    const committed = outside(commit)
    // The embedded engine has one session: what is begun meanwhile waits for the reader to end.
    if (db.engine === 'server') await committed
  }
  return {
    ...db,
    orm: pausing(db.orm, pause),
    transaction: (work) => db.transaction((tx) => work(pausing(tx, pause))),
    snapshot: (read) => db.snapshot((tx) => read(pausing(tx, pause))),
  }
}

/** The same queries; after each that reads rows comes a pause before they are handed over. */
function pausing<T extends object>(builder: T, pause: () => Promise<void>): T {
  return new Proxy(builder, {
    get(target, key) {
      const value: unknown = Reflect.get(target, key, target)
      if (typeof value !== 'function') return value
      if (key === 'then')
        return (resolve: (rows: unknown) => unknown, reject: (error: unknown) => unknown) =>
          Reflect.apply(value, target, [
            (rows: unknown) => pause().then(() => resolve(rows)),
            reject,
          ]) as unknown
      return (...args: unknown[]) => {
        const next: unknown = Reflect.apply(value, target, args)
        const goesOn = ['select', 'from', 'where', 'orderBy'].includes(String(key))
        return goesOn && typeof next === 'object' && next !== null ? pausing(next, pause) : next
      }
    },
  })
}
