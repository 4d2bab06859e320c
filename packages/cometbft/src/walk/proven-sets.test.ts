import { expect, test } from 'vitest'
import { createSetCache } from './proven-sets.ts'

test('R41: only the sets used last are kept', () => {
  const sets = createSetCache(2)
  sets.put('a', [])
  sets.put('b', [])
  expect(sets.get('a')).toEqual([])
  sets.put('c', [])
  expect([sets.get('a'), sets.get('b'), sets.get('c')]).toEqual([[], undefined, []])
  sets.drop('c')
  expect(sets.get('c')).toBeUndefined()
})
