import { expect, test } from 'vitest'
import { testNetwork } from '../../testing/test-catalogue.ts'
import { namespaceTest } from './claim.policy.ts'

test('G31: of a network that names none, a bridge names the chain that is followed, whatever the catalogue says', () => {
  const network = testNetwork({ chain_id: 'test-4' })
  const test = (followed: string | null) => namespaceTest({ byId: () => network }, () => followed)
  expect(['test-4', 'test-5', null].map((name) => test('test-5')(1, name))).toEqual([false, true, false])
  expect(['test-4', 'test-5'].map((name) => test(null)(1, name))).toEqual([true, false])
})
