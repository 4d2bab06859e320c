import { expect, it } from 'vitest'
import { allTiers } from './all-tiers.ts'
import { chooseTiers } from './choose-tiers.ts'

const known = allTiers.map(({ name }) => name)

it('knows every tier by a name of its own', () => {
  expect(known).toEqual([
    'build',
    'rules',
    'unit',
    'web',
    'chain',
    'stores',
    'release',
    'server',
    'postgres',
    'browser',
  ])
})

it('splits at commas', () => {
  expect(chooseTiers('unit, server', known, '--tier')).toEqual(['unit', 'server'])
  expect(chooseTiers('', known, 'REQUIRE_TIERS')).toEqual([])
})

it('refuses a tier that does not exist, so that a slip in REQUIRE_TIERS cannot pass', () => {
  expect(() => chooseTiers('unit,chian', known, 'REQUIRE_TIERS')).toThrow(
    'REQUIRE_TIERS names chian; available: build, rules',
  )
})
