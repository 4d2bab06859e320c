import type { AlertSetting, AlertSettings } from '@roundsman/contract/alerts/alerts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestApp, type TestApp } from '../../testing/test-app.ts'
import { testCatalogue, testNetwork } from '../../testing/test-catalogue.ts'

const password = 'a long enough password'
let site: TestApp
beforeAll(async () => {
  site = await createTestApp({ catalogue: testCatalogue([testNetwork()]) })
  await site.app.prepare()
  await site.createUser('ada@example.org', password)
})
afterAll(() => site.close())

async function settingsIn(language: string): Promise<AlertSettings> {
  const browser = await site.signedIn({ email: 'ada@example.org', password }, { language })
  return (await browser.get('/api/alerts/settings/')).json()
}
const allOf = (settings: AlertSettings): AlertSetting[] => Object.values(settings).flat()

test('E70: the catalogue has every type of the specification in its spelling, each with settings of its own', async () => {
  const settings = await settingsIn('en')
  expect(Object.keys(settings)).toEqual([
    'VOTING_POWER',
    'UPTIME',
    'COMISSION',
    'JAILED',
    'TOMBSTONED',
    'BONDED',
    'OTEL_UPDATE',
    'SYNC_STATUS',
    'NETWORK',
    'GOVERNANCE',
  ])
  for (const [type, some] of Object.entries(settings)) {
    expect([type, some.length > 0]).toEqual([type, true])
    expect(new Set(some.map((one) => one.type))).toEqual(new Set([type]))
  }
  const ids = allOf(settings).map(({ id }) => id)
  expect(new Set(ids).size).toBe(ids.length)
  expect(settings.NETWORK.every(({ target_type }) => target_type === 'ANY')).toBe(true)
  expect(settings.JAILED.map(({ trigger }) => trigger).sort()).toEqual(['FALSE_TO_TRUE', 'TRUE_TO_FALSE'])
  expect(settings.TOMBSTONED.map(({ trigger }) => trigger)).toEqual(['FALSE_TO_TRUE'])
})

test('E70: names and descriptions are in the language asked for, ids in all of them the same', async () => {
  const [en, ru, uk] = [await settingsIn('en'), await settingsIn('ru'), await settingsIn('uk')]
  expect(allOf(ru).map(({ id }) => id)).toEqual(allOf(en).map(({ id }) => id))
  for (const [index, one] of allOf(en).entries()) {
    const names = [one, allOf(ru)[index], allOf(uk)[index]].flatMap((each) => [each?.name, each?.description])
    expect(new Set(names).size).toBe(6)
    expect(one.name).toMatch(/^[\x20-\x7e’–]+$/)
    expect(allOf(ru)[index]?.name).toMatch(/[а-я]/)
  }
})

test('E71: the command prints every setting, once and on a line of its own', async () => {
  const command = site.app.modules
    .flatMap(({ commands }) => commands ?? [])
    .find(({ name }) => name === 'rules')
  const lines: string[] = []
  const terminal = { print: (line: string) => lines.push(line), complain: (line: string) => lines.push(line) }
  expect(await command?.run([], terminal)).toBe(0)
  const settings = await settingsIn('en')
  const ids = lines.flatMap((line) => /^ {2}(\d+)\t/.exec(line)?.[1] ?? [])
  expect(ids.map(Number).sort((a, b) => a - b)).toEqual(
    allOf(settings)
      .map(({ id }) => id)
      .sort((a, b) => a - b),
  )
  for (const { id, name } of allOf(settings))
    expect(lines.find((line) => line.startsWith(`  ${id}\t`))).toContain(name)
  expect(lines.filter((line) => !line.startsWith('  '))).toEqual(Object.keys(settings).map((type) => type))
  for (const wrong of ['--nonsense', '--days 3', '--replay x', '--replay 1 --days 8', '--replay 1 --days 0'])
    expect([wrong, await command?.run(wrong.split(' '), terminal)]).toEqual([wrong, 2])
  expect(await command?.run(['--replay', '77'], terminal)).toBe(1)
})
