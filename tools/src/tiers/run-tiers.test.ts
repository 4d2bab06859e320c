import { appendFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { runTiers } from './run-tiers.ts'
import type { Outcome, Tier } from './tier.ts'

const passed = (count: number): Outcome => ({ ran: { passed: count, failed: 0, skipped: 0 } })

test('one beside the others does not hold them up, is waited for, and prints in one piece', async () => {
  const done: string[] = []
  const printed: string[] = []
  let letGo: () => void = () => undefined
  const held = new Promise<void>((resolve) => {
    letGo = resolve
  })
  const tiers: Tier[] = [
    { name: 'one', run: () => Promise.resolve(passed(1)) },
    {
      name: 'slow',
      beside: true,
      async run(output = '') {
        appendFileSync(output, 'a line\n')
        await held
        done.push('slow')
        return passed(2)
      },
    },
    {
      name: 'last',
      run: () => {
        done.push('last')
        letGo()
        return Promise.resolve(passed(3))
      },
    },
  ]
  const results = await runTiers(tiers, (text) => printed.push(text))
  expect(done).toEqual(['last', 'slow'])
  expect(results.map(({ tier, outcome }) => [tier, outcome])).toEqual([
    ['one', passed(1)],
    ['slow', passed(2)],
    ['last', passed(3)],
  ])
  expect(printed.at(-1)).toBe('\n── slow ──\na line\n')
})

test('one that breaks is a failure, and the others go on', async () => {
  const results = await runTiers(
    [
      { name: 'broken', run: () => Promise.reject(new Error('broken on purpose')) },
      { name: 'next', run: () => Promise.resolve(passed(1)) },
    ],
    () => undefined,
  )
  expect(results.map(({ outcome }) => outcome)).toEqual([
    { ran: { passed: 0, failed: 1, skipped: 0 } },
    passed(1),
  ])
  for (const { seconds } of results) expect(seconds).toBeGreaterThanOrEqual(0)
})
