import { expect, test } from 'vitest'
import { deliveryStates, isSettled, sourcesOf, transitions } from './delivery.schema.ts'

test('D2: what has ended stays as it is', () => {
  for (const state of ['DELIVERED', 'FAILED', 'SUPPRESSED'] as const) expect(transitions[state]).toEqual([])
})

test('D2: nothing that ended is SENT again, and every state can be reached', () => {
  expect(sourcesOf('SENT')).toEqual(['QUEUED', 'SENDING'])
  for (const state of deliveryStates) expect(sourcesOf(state).length).toBeGreaterThan(0)
})

test('D2: a message is needed exactly until it is settled', () => {
  expect(deliveryStates.filter((state) => !isSettled(state))).toEqual(['QUEUED', 'SENDING'])
})
