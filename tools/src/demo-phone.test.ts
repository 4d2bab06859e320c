import { expect, it } from 'vitest'
import { usesDemoPhone } from './demo-phone.ts'

it('N42: has a phone of its own unless a variable of Twilio’s is set', () => {
  expect(usesDemoPhone({})).toBe(true)
  expect(usesDemoPhone({ ROUNDSMAN_TWILIO_URL: '' })).toBe(true)
  expect(usesDemoPhone({ ROUNDSMAN_TWILIO_ACCOUNT_SID: 'AC0' })).toBe(false)
})
