import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Browser } from '../testing/browser.ts'
import { openTestSite, type TestSite } from '../testing/test-site.ts'

const path = '/api/users/preferences/'
const none = { favourite_validators: [], tables: {} }
let site: TestSite
beforeAll(async () => {
  site = await openTestSite()
})
afterAll(() => site.close())

async function signedIn(email: string): Promise<Browser> {
  const password = 'a long enough password'
  await site.user(email, password)
  return site.signedIn({ email, password })
}

test('A53: what a user chose is kept as a whole, for them only', async () => {
  const ada = await signedIn('ada@example.org')
  const eve = await signedIn('eve@example.org')
  expect((await ada.get(path)).json()).toEqual(none)
  const chosen = {
    favourite_validators: [{ blockchain_id: 1, validator_id: 7 }],
    tables: { validators: { columns: ['moniker', 'uptime'] }, 'a\u0000b\ud800': { columns: [] } },
    dismissed: ['which-is-mine'],
  }
  const saved = await ada.put(path, chosen)
  expect([saved.statusCode, saved.json()]).toEqual([200, chosen])
  expect((await ada.get(path)).json()).toEqual(chosen)
  expect((await eve.get(path)).json()).toEqual(none)
  await ada.put(path, none)
  expect((await ada.get(path)).json()).toEqual(none)
  const read = await ada.get(path)
  const again = await ada.get(path, { headers: { 'if-none-match': String(read.headers['etag']) } })
  expect(again.statusCode).toBe(304)
})

test('4.2.1 A54: its size is bounded, and fields of no meaning are not kept', async () => {
  const browser = await signedIn('max@example.org')
  const favourite = { blockchain_id: 1, validator_id: 7 }
  const table = (columns: string[]) => ({ ...none, tables: { validators: { columns } } })
  const refused = [
    { ...none, favourite_validators: Array(2001).fill(favourite) },
    table(Array<string>(65).fill('c')),
    table(['c'.repeat(65)]),
    table(['']),
    {
      ...none,
      tables: Object.fromEntries(Array.from({ length: 65 }, (_u, i) => [`t${i}`, { columns: [] }])),
    },
    { ...none, favourite_validators: [{ blockchain_id: 1 }] },
    { tables: {} },
    { ...none, dismissed: Array<string>(65).fill('q') },
    [],
  ]
  for (const body of refused) expect((await browser.put(path, body)).statusCode).toBe(400)
  const extra = { ...none, favourite_validators: [{ ...favourite, more: 1 }], admin: true }
  expect((await browser.put(path, extra)).json()).toEqual({ ...none, favourite_validators: [favourite] })
})

test('A64: of changes made from the same preferences one holds, the others change nothing, nor does a wrong tag', async () => {
  const tab = await signedIn('bo@example.org')
  const starred = (validator_id: number) => ({
    ...none,
    favourite_validators: [{ blockchain_id: 1, validator_id }],
  })
  const from = (etag: unknown) => ({ headers: { 'if-match': String(etag) } })
  // Nothing is kept yet: there is no row that the first ones could wait for.
  let { etag } = (await tab.get(path)).headers
  for (const stars of [
    [1, 2, 3],
    [4, 5, 6],
  ]) {
    const made = await Promise.all(stars.map((id) => tab.put(path, starred(id), from(etag))))
    expect(made.map(({ statusCode }) => statusCode).sort()).toEqual([200, 412, 412])
    expect(made.find(({ statusCode }) => statusCode === 412)?.json()).toMatchObject({
      code: 'changed_elsewhere',
    })
    const held = made.find(({ statusCode }) => statusCode === 200)
    const read = await tab.get(path)
    expect(read.json()).toEqual(held?.json())
    expect(read.headers.etag).toBe(held?.headers.etag)
    etag = read.headers.etag
  }
  const before = (await tab.get(path)).json<unknown>()
  expect((await tab.put(path, none, from('"another"'))).statusCode).toBe(412)
  expect((await tab.get(path)).json()).toEqual(before)
  // Proxies that compress make a tag weak, or leave the sign of that out.
  const strong = await tab.put(path, starred(7), from(String(etag).replace('W/', '')))
  expect(strong.statusCode).toBe(200)
  expect((await tab.put(path, starred(8), from('*'))).statusCode).toBe(200)
  // Whoever names no tag replaces whatever there is, and nobody who names one writes over that.
  const { headers } = await tab.get(path)
  await Promise.all([tab.put(path, starred(9), from(headers.etag)), tab.put(path, starred(10))])
  expect((await tab.get(path)).json()).toEqual(starred(10))
})
