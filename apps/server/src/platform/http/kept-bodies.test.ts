import { expect, test } from 'vitest'
import { createKeptBodies } from './kept-bodies.ts'
import { keepBody } from './send-json.ts'

/** Bodies of a hundred bytes, and how often each was made. */
function bodies(room: number) {
  const made: string[] = []
  const kept = createKeptBodies<string>(room)
  const ask = (key: string) =>
    kept.of(key, () => {
      made.push(key)
      return Promise.resolve({ body: key, kept: keepBody(key.padEnd(100), key) })
    })
  return { made, ask, kept }
}

test('B136: a body is made once, however many ask for it at once', async () => {
  const { made, ask } = bodies(10_000)
  const answers = await Promise.all([ask('a'), ask('a'), ask('b'), ask('a')])
  expect(answers.map(({ body }) => body)).toEqual(['a', 'a', 'b', 'a'])
  expect(made).toEqual(['a', 'b'])
})

test('B136: of those that there is no room for the one asked for longest ago is made again', async () => {
  const { made, ask } = bodies(900)
  for (const key of ['a', 'b', 'c', 'a', 'd', 'a', 'c', 'b']) await ask(key)
  expect(made).toEqual(['a', 'b', 'c', 'd', 'b'])
})

test('B136: what cannot be made is tried again by who asks next', async () => {
  const { ask, kept } = bodies(900)
  await expect(kept.of('a', () => Promise.reject(new Error('no database')))).rejects.toThrow('no database')
  expect((await ask('a')).body).toBe('a')
})
