import { expect, test } from 'vitest'
import { safeParse } from 'zod/v4/core'
import { NewSilenceBody } from './alerts/silences.ts'
import { type Endpoint, Id } from './endpoint.ts'
import { endpoints } from './endpoints.ts'

const table: readonly Endpoint[] = Object.values(endpoints)
const none = [
  '1e0',
  '0x1',
  ' 1',
  '1 ',
  '+1',
  '-1',
  '1.0',
  '01',
  '',
  ' ',
  '１',
  '1\n',
  '1_0',
  'Infinity',
  'NaN',
  '2147483648',
  1,
  null,
]

test('B54: a number in an address is digits only, in one spelling, within its bounds', () => {
  for (const [text, id] of [
    ['0', 0],
    ['7', 7],
    ['2147483647', 2_147_483_647],
  ] as const)
    expect(safeParse(Id, text)).toEqual({ success: true, data: id })
  for (const text of none) expect([text, safeParse(Id, text).success]).toEqual([text, false])
})

test('B54: so is every number in the path of a call', () => {
  const digest = 'A'.repeat(43)
  const texts: Record<string, string> = {
    ...{ language: 'uk', severity: 'INFO', name: digest, digest, width: '256', answer: 'MUTE' },
  }
  for (const { path, params } of table) {
    const names = [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name ?? '')
    const good = Object.fromEntries(names.map((name) => [name, texts[name] ?? '1']))
    expect([path, safeParse(params, good).success]).toEqual([path, true])
    for (const name of names.filter(
      (one) => !['name', 'digest', 'language', 'severity', 'token', 'answer'].includes(one),
    ))
      for (const text of ['1e0', '0x100', ' 1', '+1', '0256'])
        expect([path, text, safeParse(params, { ...good, [name]: text }).success]).toEqual([
          path,
          text,
          false,
        ])
  }
})

test('A15: the reason of a silence has no U+0000', () => {
  const silence = { blockchain_id: 1, to: '2026-12-01T00:00:00Z', reason: 'Upgrade' }
  expect(safeParse(NewSilenceBody, silence).success).toBe(true)
  expect(safeParse(NewSilenceBody, { ...silence, reason: 'Up\u0000grade' }).success).toBe(false)
})
