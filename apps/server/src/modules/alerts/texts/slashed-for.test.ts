import { expect, test } from 'vitest'
import { english, someFacts } from '../testing/some-facts.ts'
import { alertText } from './alert-text.ts'

const slashed = 5211

test('P1013: what a slash was for is said where its jail tells, and asked only where nobody knows', () => {
  const advised = (jailedUntil: Date | null) =>
    alertText(someFacts(slashed, { jailedUntil }), english).advice.join(' ')
  const inMinutes = new Date(someFacts(slashed).at.getTime() + 600_000)
  expect(advised(inMinutes)).toBe('It was slashed for downtime, not for double signing.')
  expect(advised(new Date('9999-12-31T23:59:59Z'))).toBe(
    'It was slashed for double signing: stop every node with this key.',
  )
  expect(advised(null)).toMatch(/^Check whether it was for downtime or double signing/)
})
