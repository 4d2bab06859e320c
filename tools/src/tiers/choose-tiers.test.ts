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
    'faults',
    'faults-long',
    'server',
    'postgres',
    'browser',
  ])
})

it('runs what takes long only where it is named', () => {
  expect(allTiers.filter(({ onRequest }) => onRequest).map(({ name }) => name)).toEqual(['faults-long'])
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
