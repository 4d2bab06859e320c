import { expect, test } from 'vitest'
import { consensusKeys, memberFacts, newRecord } from './validator-facts.ts'

const record = (slot: number, address: string, removedAt: number | null) => ({
  ...newRecord(memberFacts({ address, power: 1n }, undefined), slot, 0),
  removedAt,
})

test('W58: a key is the validator’s who has it now, not of one who had it and has left', () => {
  // The second one left, and the first one, which had left before, came back with its key.
  const { slotOf } = consensusKeys([record(0, 'KEY', null), record(1, 'KEY', 5), record(2, 'OTHER', 5)], [])
  expect([slotOf('KEY'), slotOf('OTHER'), slotOf('NOBODY')]).toEqual([0, 2, null])
})
