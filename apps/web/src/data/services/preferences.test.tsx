import { mostDismissed, type Preferences } from '@roundsman/contract/accounts/accounts'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { act, renderHook, waitFor } from '@testing-library/react'
import { createInstance } from 'i18next'
import type { ReactNode } from 'react'
import { I18nextProvider, initReactI18next } from 'react-i18next'
import { describe, expect, it } from 'vitest'
import { createFakeClock } from '../testing/fake-clock.ts'
import { createFakePreferences, type FakePreferences } from '../testing/fake-preferences.ts'
import { useDismissals, useFavourites } from './preferences.ts'
import { type Services, ServicesContext } from './services.ts'

const columns = { validators: { columns: ['uptime'] } }

/** An account, and the tabs of one browser in which its user has the list of network 1 open. */
function someAccount() {
  const { account, client } = createFakePreferences({
    favourite_validators: [{ blockchain_id: 2, validator_id: 7 }],
    tables: columns,
  })
  const clock = createFakeClock()
  const tabs = new Set<() => void>()
  const open = async () => {
    const queries = new QueryClient({ defaultOptions: { queries: { retry: false } } })
    const texts = createInstance()
    await texts.use(initReactI18next).init({ lng: 'en', resources: {} })
    let notify: () => void = () => undefined
    const storage = {
      // A browser tells every tab but the one that wrote.
      write: () => [...tabs].filter((tab) => tab !== notify).forEach((tab) => tab()),
      watch(_key: string, run: () => void) {
        notify = run
        tabs.add(run)
        return () => tabs.delete(run)
      },
    }
    const services = { client, queries, storage, clock, network: { blockchain_id: 1 } } as unknown as Services
    const wrapper = ({ children }: { children: ReactNode }) => (
      <ServicesContext value={services}>
        <QueryClientProvider client={queries}>
          <I18nextProvider i18n={texts}>{children}</I18nextProvider>
        </QueryClientProvider>
      </ServicesContext>
    )
    const { result } = renderHook(() => ({ ...useFavourites(), dismissals: useDismissals() }), { wrapper })
    return {
      ids: () => [...result.current.ids],
      set: (id: number, isFavourite: boolean) => act(async () => result.current.set(id, isFavourite)),
      dismissed: () => [...(result.current.dismissals.ids ?? [])],
      dismiss: (...ids: string[]) => act(async () => result.current.dismissals.dismiss.run(ids)),
    }
  }
  return { account, open }
}
const kept = ({ preferences }: { preferences: Preferences }) =>
  preferences.favourite_validators.map(({ blockchain_id, validator_id }) => [blockchain_id, validator_id])

describe("P120: the user's own validators", () => {
  it('are kept with the account beside those of other networks and what else it keeps', async () => {
    const { account, open } = someAccount()
    const list = await open()
    await list.set(7, true)
    await waitFor(() =>
      expect(kept(account)).toEqual([
        [2, 7],
        [1, 7],
      ]),
    )
    expect(account.preferences.tables).toEqual(columns)
    expect(list.ids()).toEqual([7])
    await list.set(7, false)
    await waitFor(() => expect(kept(account)).toEqual([[2, 7]]))
    await waitFor(() => expect(list.ids()).toEqual([]))
  })
  it('change at once, one after the other at the server, whatever is pressed meanwhile', async () => {
    const { account, open } = someAccount()
    const list = await open()
    let release: () => void = () => undefined
    account.held = new Promise((resolve) => {
      release = resolve
    })
    await list.set(1, true)
    await list.set(2, true)
    await list.set(1, false)
    await waitFor(() => expect(list.ids()).toEqual([2]))
    await act(async () => release())
    await waitFor(() =>
      expect(kept(account)).toEqual([
        [2, 7],
        [1, 2],
      ]),
    )
    expect(list.ids()).toEqual([2])
    expect(account.asked.filter((method) => method === 'PUT')).toHaveLength(3)
  })
  it('go back where they could not be kept, and only those', async () => {
    const { account, open } = someAccount()
    const list = await open()
    await list.set(3, true)
    await waitFor(() => expect(kept(account)).toContainEqual([1, 3]))
    account.down = true
    await list.set(4, true)
    await waitFor(() => expect(list.ids()).toEqual([3]))
  })
  it('are the same in every tab of the browser', async () => {
    const { open } = someAccount()
    const [one, other] = [await open(), await open()]
    await one.set(5, true)
    await waitFor(() => expect(other.ids()).toEqual([5]))
    await other.set(5, false)
    await waitFor(() => expect(one.ids()).toEqual([]))
  })
})

describe('P240: a change that another device makes in the same moment', () => {
  const star = ({ preferences }: FakePreferences, validator_id: number): Preferences => ({
    ...preferences,
    favourite_validators: [...preferences.favourite_validators, { blockchain_id: 1, validator_id }],
  })
  it('stays beside the one that is made here', async () => {
    const { account, open } = someAccount()
    const list = await open()
    account.meanwhile = () => {
      account.meanwhile = () => undefined
      account.preferences = { ...star(account, 4), tables: { bridges: { columns: ['lag'] } } }
    }
    await list.set(3, true)
    await waitFor(() =>
      expect(kept(account)).toEqual([
        [2, 7],
        [1, 4],
        [1, 3],
      ]),
    )
    expect(account.preferences.tables).toEqual({ bridges: { columns: ['lag'] } })
    await waitFor(() => expect(list.ids()).toEqual([4, 3]))
  })
  it('is never written over: after five attempts the one that is made here is given up', async () => {
    const { account, open } = someAccount()
    const list = await open()
    let others = 10
    account.meanwhile = () => {
      account.preferences = star(account, others++)
    }
    await list.set(3, true)
    await waitFor(() => expect(account.asked.filter((method) => method === 'PUT')).toHaveLength(5))
    await waitFor(() => expect(list.ids()).not.toContain(3))
    expect(kept(account).map(([, id]) => id)).toEqual([7, 10, 11, 12, 13, 14])
    account.meanwhile = () => undefined
    await list.set(3, true)
    await waitFor(() => expect(list.ids()).toEqual([10, 11, 12, 13, 14, 3]))
  })
})

describe('P932: what is not to be asked again', () => {
  const ofOne = (id: number) => `no-alerts-1-${id}`
  it('is kept with the account, each once', async () => {
    const { account, open } = someAccount()
    const list = await open()
    await list.dismiss(ofOne(1), 'which-is-mine')
    await waitFor(() => expect(account.preferences.dismissed).toEqual([ofOne(1), 'which-is-mine']))
    await list.dismiss(ofOne(2), ofOne(1))
    await waitFor(() => expect(list.dismissed()).toEqual(['which-is-mine', ofOne(2), ofOne(1)]))
    expect(account.preferences.tables).toEqual(columns)
  })
  it('is as many as the account takes: the oldest of one validator makes room', async () => {
    const { account, open } = someAccount()
    const full = ['which-is-mine', ...Array.from({ length: mostDismissed - 1 }, (_, at) => ofOne(at))]
    account.preferences = { ...account.preferences, dismissed: full }
    const list = await open()
    await waitFor(() => expect(list.dismissed()).toEqual(full))
    await list.dismiss(ofOne(100), ofOne(101))
    const kept = ['which-is-mine', ...full.slice(3), ofOne(100), ofOne(101)]
    await waitFor(() => expect(account.preferences.dismissed).toEqual(kept))
    expect(kept).toHaveLength(mostDismissed)
  })
})
