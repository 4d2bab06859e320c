import { Secret, TOTP } from 'otpauth'
import { expect, test } from 'vitest'
import { stepOfCode, totpOf } from './totp.ts'

const rfc = {
  SHA1: '12345678901234567890',
  SHA256: '12345678901234567890123456789012',
  SHA512: '1234567890123456789012345678901234567890123456789012345678901234',
} as const
const base32 = Secret.fromUTF8(rfc.SHA1).base32

test.each([
  [59, '94287082', '46119246', '90693936'],
  [1_111_111_109, '07081804', '68084774', '25091201'],
  [1_111_111_111, '14050471', '67062674', '99943326'],
  [1_234_567_890, '89005924', '91819424', '93441116'],
  [2_000_000_000, '69279037', '90698825', '38618901'],
  [20_000_000_000, '65353130', '77737706', '47863826'],
])('A121: the vectors of RFC 6238 at %i s', (seconds, ...codes) => {
  const algorithms = ['SHA1', 'SHA256', 'SHA512'] as const
  expect(
    algorithms.map((algorithm) =>
      new TOTP({ algorithm, digits: 8, secret: Secret.fromUTF8(rfc[algorithm]) }).generate({
        timestamp: seconds * 1000,
      }),
    ),
  ).toEqual(codes)
  const step = Math.floor(seconds / 30)
  const six = codes[0]?.slice(2) ?? ''
  expect(stepOfCode(base32, six, seconds * 1000)).toBe(step)
  expect(stepOfCode(base32, `${six.slice(0, 3)} ${six.slice(3)}`, seconds * 1000)).toBe(step)
  expect(stepOfCode(base32, six, (seconds + 30) * 1000)).toBe(step)
  expect(stepOfCode(base32, six, (seconds - 30) * 1000)).toBe(step)
  expect(stepOfCode(base32, six, (seconds + 60) * 1000)).toBeNull()
})

test('A121: apps get the secret as an address', () => {
  const { secret, uri } = totpOf(Buffer.from(rfc.SHA1), 'ada@example.org')
  expect(secret).toBe('GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ')
  const url = new URL(uri)
  expect([url.protocol, url.host, decodeURIComponent(url.pathname)]).toEqual([
    'otpauth:',
    'totp',
    '/Roundsman:ada@example.org',
  ])
  expect(Object.fromEntries(url.searchParams)).toEqual({
    ...{ issuer: 'Roundsman', secret, algorithm: 'SHA1', digits: '6', period: '30' },
  })
})
