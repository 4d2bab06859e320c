import { expect, test } from 'vitest'
import { readPhoneNumber } from './phone-number.policy.ts'

test.each([
  ['+12025550123', '+12025550123'],
  [' +1 (202) 555-0123 ', '+12025550123'],
  ['+44 20 7946 0123', '+442079460123'],
  ['+447700900123', '+447700900123'],
  ['+49 151 12345678', '+4915112345678'],
  ['+380 50 123 45 67', '+380501234567'],
])('F1: %s is taken as %s', (typed, phone) => {
  expect(readPhoneNumber(typed, null)).toEqual({ ok: true, phone })
})

test.each([
  ['', 'format'],
  ['2025550123', 'format'],
  ['0012025550123', 'format'],
  ['+1202555012', 'format'],
  ['+999999999999', 'format'],
  ['+12025550123;ext=4', 'format'],
  ['+1 202 555 0123 ext 4', 'format'],
  ['+1202555\u00000123', 'format'],
  ['+١٢٠٢٥٥٥٠١٢٣', 'format'],
  ['+19002345678', 'kind'],
  ['+447012345678', 'kind'],
  ['+18005550123', 'kind'],
  ['+88213300655', 'country'],
  ['+5352345678', 'country'],
  ['+8801712345678', 'country'],
])('2.4.1 F1 F2: %j is refused for its %s', (typed, fault) => {
  expect(readPhoneNumber(typed, null)).toEqual({ ok: false, fault })
})

test('F2: the list of the configuration is the list', () => {
  expect(readPhoneNumber('+5352345678', ['CU'])).toEqual({ ok: true, phone: '+5352345678' })
  expect(readPhoneNumber('+12025550123', ['CU', 'DE'])).toEqual({ ok: false, fault: 'country' })
})
