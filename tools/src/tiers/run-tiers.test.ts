import { appendFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { runTiers } from './run-tiers.ts'
import type { Outcome, Tier } from './tier.ts'

const passed = (count: number): Outcome => ({ ran: { passed: count, failed: 0, skipped: 0 } })

test('a line beside the first does not hold it up, is waited for, and prints in one piece', async () => {
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
      line: 'beside',
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

test('a tier waits for the one before it in its line and for the one that it names, not for the others', async () => {
  const said: string[] = []
  const letGo = new Map<string, () => void>()
  const tier = (name: string, rest: Partial<Tier> = {}): Tier => ({
    name,
    ...rest,
    run: async () => {
      said.push(`${name} begins`)
      await new Promise<void>((resolve) => letGo.set(name, resolve))
      said.push(`${name} ends`)
      return passed(1)
    },
  })
  const end = async (name: string) => {
    letGo.get(name)?.()
    await new Promise(setImmediate)
  }
  const running = runTiers(
    [
      tier('build'),
      tier('server'),
      tier('rules', { line: 'second' }),
      tier('browser', { line: 'second', after: 'build' }),
      tier('chain', { line: 'third', after: 'build' }),
      tier('last', { line: 'third', after: 'not chosen' }),
    ],
    () => undefined,
  )
  await end('nothing')
  expect(said.splice(0)).toEqual(['build begins', 'rules begins'])
  await end('rules')
  expect(said.splice(0)).toEqual(['rules ends'])
  await end('build')
  expect(said.splice(0).sort()).toEqual(['browser begins', 'build ends', 'chain begins', 'server begins'])
  await end('chain')
  expect(said.splice(0)).toEqual(['chain ends', 'last begins'])
  for (const name of ['server', 'browser', 'last']) await end(name)
  expect((await running).map(({ tier: name }) => name)).toEqual([
    'build',
    'server',
    'rules',
    'browser',
    'chain',
    'last',
  ])
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
