import { expect, test } from 'vitest'
import { trustLine } from './check.command.ts'

const proven = (origin: 'GIVEN' | 'AGREED' | 'FIRST_SEEN') =>
  ({ assurance: 'PROVEN', from: { height: 120, origin } }) as const

test.each([
  [proven('GIVEN'), 'blocks: proven from height 120, the trusted block in the catalogue'],
  [proven('AGREED'), 'blocks: proven from height 120, on which two endpoints agree'],
  [proven('FIRST_SEEN'), 'blocks: proven from height 120, first seen at one endpoint, not anchored'],
  [{ assurance: 'AGREED', from: null } as const, 'blocks: cannot be proven, two endpoints agree'],
  [{ assurance: 'SINGLE', from: null } as const, 'blocks: cannot be proven, reported by one endpoint only'],
])('W55 R64: how far blocks are proven, and from where: %j', (trust, line) => {
  expect(trustLine({ trust, problem: null })).toBe(line)
})

test('W55: where no block can be believed, the line says why, if that is known', () => {
  expect(trustLine({ trust: null, problem: null })).toBe('blocks: none can be trusted')
  expect(trustLine({ trust: null, problem: 'a.example commit: no answer' })).toBe(
    'blocks: none can be trusted (a.example commit: no answer)',
  )
})
