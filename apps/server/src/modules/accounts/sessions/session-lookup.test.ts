import { expect, test } from 'vitest'
import { settle } from '../../../testing/manual-clock.ts'
import type { FoundSession } from './session.store.ts'
import { createSessionLookup } from './sessions.ts'

const secret = (name: string) => Buffer.from(name.padEnd(32))
const session = (name: string) => ({ secretHash: secret(name), sessionId: name.length }) as FoundSession

/** A database whose statements end when the test says so. */
function slowDatabase() {
  const statements: { asked: string[]; end(living: string[]): void; fail(): void }[] = []
  const find = (hashes: readonly Buffer[]) =>
    new Promise<FoundSession[]>((resolve, reject) => {
      const asked = hashes.map((hash) => hash.toString().trim())
      statements.push({
        asked,
        end: (living) => resolve(asked.filter((name) => living.includes(name)).map(session)),
        fail: () => reject(new Error('the connection was lost')),
      })
    })
  return { statements, lookUp: createSessionLookup(find) }
}

test('A35: who asks while a statement is under way shares the next one, each with their own answer', async () => {
  const { statements, lookUp } = slowDatabase()
  const first = lookUp(secret('a'))
  const others = ['b', 'b', 'dead', 'cc'].map((name) => lookUp(secret(name)))
  expect(statements.map(({ asked }) => asked)).toEqual([['a']])
  statements[0]?.end(['a', 'b', 'cc'])
  expect((await first)?.sessionId).toBe(1)
  await settle()
  expect(statements.map(({ asked }) => asked)).toEqual([['a'], ['b', 'dead', 'cc']])
  statements[1]?.end(['b', 'cc'])
  expect((await Promise.all(others)).map((one) => one?.sessionId ?? null)).toEqual([1, 1, null, 2])
})

test('A35: nobody is answered by a statement from before they asked: what ended meanwhile is dead', async () => {
  const { statements, lookUp } = slowDatabase()
  const before = lookUp(secret('a'))
  const after = lookUp(secret('a'))
  statements[0]?.end(['a'])
  expect(await before).not.toBeNull()
  await settle()
  statements[1]?.end([])
  expect(await after).toBeNull()
})

test('A35: a statement that fails fails those who wait for it, and the next one is asked', async () => {
  const { statements, lookUp } = slowDatabase()
  const first = lookUp(secret('a')).catch((error: unknown) => String(error))
  const second = lookUp(secret('b'))
  statements[0]?.fail()
  expect(await first).toContain('the connection was lost')
  await settle()
  statements[1]?.end(['b'])
  expect((await second)?.sessionId).toBe(1)
})
