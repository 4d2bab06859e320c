import type { Preferences } from '@roundsman/contract/accounts/accounts'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { act, renderHook, waitFor } from '@testing-library/react'
import { createInstance } from 'i18next'
import type { ReactNode } from 'react'
import { I18nextProvider, initReactI18next } from 'react-i18next'
import { describe, expect, it } from 'vitest'
import { createFakeClock } from '../testing/fake-clock.ts'
import { createFakePreferences } from '../testing/fake-preferences.ts'
import { type Services, ServicesContext } from './services.ts'
import { movedColumn, useTableColumns } from './table-columns.ts'

type Id = 'state' | 'uptime' | 'missed' | 'tokens'
const rules = { standard: ['state', 'uptime', 'missed', 'tokens'], always: ['state'] } as const
const favourite = { blockchain_id: 1, validator_id: 7 }

/** An account at the server, and browsers in which its user opens the list. */
function someAccount(first: Preferences) {
  const { account, client } = createFakePreferences(first)
  const open = async (values: Record<string, string> = {}) => {
    const queries = new QueryClient({ defaultOptions: { queries: { retry: false } } })
    const texts = createInstance()
    await texts.use(initReactI18next).init({ lng: 'en', resources: {} })
    const storage = {
      read: (key: string) => values[key] ?? null,
      write: (key: string, value: string) => {
        if (key !== 'preferences.changedAt') values[key] = value
      },
      watch: () => () => undefined,
    }
    const wrapper = ({ children }: { children: ReactNode }) => (
      <ServicesContext value={{ client, queries, storage, clock: createFakeClock() } as unknown as Services}>
        <QueryClientProvider client={queries}>
          <I18nextProvider i18n={texts}>{children}</I18nextProvider>
        </QueryClientProvider>
      </ServicesContext>
    )
    const { result } = renderHook(() => useTableColumns<Id>('validators', rules), { wrapper })
    return {
      hidden: () => result.current[0].hidden,
      order: () => result.current[0].order,
      hide: (...hidden: Id[]) => act(async () => result.current[1]({ ...result.current[0], hidden })),
      move: (id: Id, by: number) =>
        act(async () => result.current[1](movedColumn(result.current[0], id, by))),
    }
  }
  return { account, open }
}
const columnsOf = (account: { preferences: Preferences }) => account.preferences.tables['validators']?.columns

describe('P112: hidden columns', () => {
  it('are those of the account in every browser, and what else it keeps stays', async () => {
    const { account, open } = someAccount({
      favourite_validators: [favourite],
      tables: { bridges: { columns: ['lag'] } },
    })
    const one = await open()
    await one.hide('missed')
    await waitFor(() => expect(columnsOf(account)).toEqual(['state', 'uptime', 'tokens']))
    expect(account.preferences).toMatchObject({
      favourite_validators: [favourite],
      tables: { bridges: { columns: ['lag'] } },
    })
    const other = await open({ 'validators.columns': '{"hidden":["uptime"]}' })
    expect(other.hidden()).toEqual(['uptime'])
    await waitFor(() => expect(other.hidden()).toEqual(['missed']))
  })
  it('begin with what this browser kept', async () => {
    const { open } = someAccount({ favourite_validators: [], tables: {} })
    const kept = { 'validators.columns': '{"hidden":["uptime","moniker"]}' }
    expect((await open(kept)).hidden()).toEqual(['uptime'])
    expect((await open({ 'validators.columns': 'no json' })).hidden()).toEqual([])
  })
  it('saves the newest choice where several follow each other faster than they are saved', async () => {
    const { account, open } = someAccount({ favourite_validators: [], tables: {} })
    let release: () => void = () => undefined
    account.held = new Promise((resolve) => {
      release = resolve
    })
    const list = await open()
    await list.hide('missed')
    await list.hide('missed', 'tokens')
    await list.hide('tokens')
    expect(list.hidden()).toEqual(['tokens'])
    await act(async () => release())
    await waitFor(() => expect(columnsOf(account)).toEqual(['state', 'uptime', 'missed']))
    expect(list.hidden()).toEqual(['tokens'])
    expect(account.asked.filter((method) => method === 'PUT')).toHaveLength(2)
  })
  it('hold in this browser where the account cannot be reached, and are saved with the next choice', async () => {
    const { account, open } = someAccount({ favourite_validators: [], tables: {} })
    const values = {}
    const list = await open(values)
    account.down = true
    await list.hide('uptime')
    await waitFor(() =>
      expect(values).toEqual({
        'validators.columns': '{"order":["state","uptime","missed","tokens"],"hidden":["uptime"]}',
      }),
    )
    expect(list.hidden()).toEqual(['uptime'])
    account.down = false
    await list.hide('uptime', 'missed')
    await waitFor(() => expect(columnsOf(account)).toEqual(['state', 'tokens']))
  })
})

describe('P240: columns that are chosen while another device stars a validator', () => {
  it('are kept, and so is the star', async () => {
    const { account, open } = someAccount({ favourite_validators: [], tables: {} })
    const list = await open()
    account.meanwhile = () => {
      account.preferences = { ...account.preferences, favourite_validators: [favourite] }
    }
    await list.hide('missed')
    await waitFor(() => expect(columnsOf(account)).toEqual(['state', 'uptime', 'tokens']))
    expect(account.preferences.favourite_validators).toEqual([favourite])
  })
})

describe('P119: the order of columns', () => {
  it('travels with the account, and what is hidden keeps its place where it was hidden', async () => {
    const { account, open } = someAccount({ favourite_validators: [], tables: {} })
    const one = await open()
    await one.move('tokens', -3)
    await waitFor(() => expect(columnsOf(account)).toEqual(['tokens', 'state', 'uptime', 'missed']))
    await one.hide('tokens')
    await waitFor(() => expect(columnsOf(account)).toEqual(['state', 'uptime', 'missed']))
    expect(one.order()).toEqual(['tokens', 'state', 'uptime', 'missed'])
    await one.hide()
    await waitFor(() => expect(columnsOf(account)).toEqual(['tokens', 'state', 'uptime', 'missed']))
    const other = await open()
    await waitFor(() => expect(other.order()).toEqual(['tokens', 'state', 'uptime', 'missed']))
  })
})
