import fc from 'fast-check'
import { expect, test } from 'vitest'
import { decFromScaled, decToScaled, intFromText } from './cosmos-sdk.decode.ts'

test.each([
  ['0', '0.000000000000000000'],
  ['1', '0.000000000000000001'],
  ['100000000000000000', '0.100000000000000000'],
  ['1000000000000000000', '1.000000000000000000'],
  ['-50000000000000000', '-0.050000000000000000'],
  ['123456789012345678901234567890123456789', '123456789012345678901.234567890123456789'],
])('R10: the scaled %s is %s', (scaled, text) => {
  expect(decFromScaled(scaled)).toBe(text)
  expect(decToScaled(text)).toBe(BigInt(scaled))
})

test('R10: nothing is lost either way', () => {
  fc.assert(
    fc.property(fc.bigInt({ min: -(10n ** 90n), max: 10n ** 90n }), (scaled) => {
      expect(decToScaled(decFromScaled(scaled.toString()))).toBe(scaled)
    }),
    { verbose: true },
  )
})

test.each(['', ' ', '1e18', '0x10', '1_000', '١', '--1', '1.0'])('R10: %j is no scaled number', (text) => {
  expect(() => decFromScaled(text)).toThrow('not a decimal number')
})

test('R10: tokens of 18 decimals keep every digit', () => {
  expect(intFromText('9900000000000000000123456789')).toBe(9_900_000_000_000_000_000_123_456_789n)
  for (const text of ['', '1.5', 'NaN', '9'.repeat(200)])
    expect(() => intFromText(text)).toThrow('not an integer')
})
