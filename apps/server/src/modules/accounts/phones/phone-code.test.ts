import { expect, test } from 'vitest'
import { createPhoneCodes } from './phones.ts'

test('6.6.2 11.4.1 F3: a digest fits its own row, code and key only, so that swapped rows open nothing', () => {
  const codes = createPhoneCodes(Buffer.alloc(32, 1))
  const hash = codes.hash(7, '012345')
  expect(codes.fits(7, '012345', hash)).toBe(true)
  expect(codes.fits(8, '012345', hash)).toBe(false)
  expect(codes.fits(7, '012346', hash)).toBe(false)
  expect(codes.fits(7, '12345', hash)).toBe(false)
  expect(createPhoneCodes(Buffer.alloc(32, 2)).fits(7, '012345', hash)).toBe(false)
})
