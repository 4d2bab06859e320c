import { eq } from 'drizzle-orm'
import { AsyncLocalStorage } from 'node:async_hooks'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import type { Database } from '../../../platform/db/database.ts'
import { createTestDatabase, type TestDatabase } from '../../../testing/test-database.ts'
import { watchNetwork, watchValidator } from '../model/watch.schema.ts'
import { createSimRig, networkId, type SimRig } from '../testing/sim-rig.ts'
import { createViews, createViewsLoop } from './views.ts'

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

test('W181: what a batch of blocks alone brought is read in one statement, and shows what a fresh reading shows', async () => {
  rig = await createSimRig({ database })
  await rig.to(20)
  let snapshots = 0
  const db: Database = {
    ...database.db,
    snapshot: (read) => {
      snapshots++
      return database.db.snapshot(read)
    },
  }
  const views = createViews(db, rig.clock, [rig.network], () => null)
  await views.refresh()
  const view = views.of(networkId)
  let states = 0
  for (let height = 21; height <= 45; height++) {
    const [stateHeight, before] = [view?.row()?.stateHeight, snapshots]
    await rig.to(height)
    await views.refresh()
    const hasState = view?.row()?.stateHeight !== stateHeight
    states += Number(hasState)
    expect([height, snapshots - before]).toEqual([height, Number(hasState)])
  }
  expect(states).toBeGreaterThan(0)
  const fresh = createViews(database.db, rig.clock, [rig.network], () => null)
  await fresh.refresh()
  expect(view?.row()).toEqual(fresh.of(networkId)?.row())
  expect(view?.validators()).toEqual(fresh.of(networkId)?.validators())
})

test('W182: a hint has its network read and no other, and all are asked for every second all the same', async () => {
  const asked: (number | 'all')[] = []
  let [now, hint, woken] = [0, (_networkId: number) => {}, 0]
  let pass = () => Promise.resolve()
  createViewsLoop(
    (options) => {
      pass = async () => void (await options.pass(new AbortController().signal))
      return { name: options.name, start() {}, stop: () => Promise.resolve(), wake: () => woken++ }
    },
    { monotonic: () => now },
    {
      refresh: () => Promise.resolve(void asked.push('all')),
      refreshOne: (one) => Promise.resolve(void asked.push(one)),
      onHint: (listener) => {
        hint = listener
        return () => undefined
      },
    },
  )
  await pass()
  for (now = 400; now <= 1_200; now += 400) {
    hint(7)
    hint(7)
    await pass()
  }
  expect([asked, woken]).toEqual([['all', 7, 7, 'all'], 6])
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
