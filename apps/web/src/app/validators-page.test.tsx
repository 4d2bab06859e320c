import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import type { RefusalKind } from '@roundsman/contract/networks/validators'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { someDetails } from '../data/testing/some-details.ts'
import { someList, someValidator } from '../data/testing/some-list.ts'
import { openPage, robin, type Reply } from './testing/open-page.tsx'

const rows = [
  someValidator({ id: 1, moniker: 'Copper Lantern', uptime: 0.9 }),
  someValidator({
    id: 2,
    moniker: 'Tallow & Wick',
    bond_status: 'BOND_STATUS_UNBONDED',
    voting_power: '0',
    uptime: null,
  }),
  someValidator({ id: 3, moniker: 'Rook Row', consecutive_missed: 12, seconds_to_jail: 2_220 }),
  ...[4, 5, 6, 7].map((id) => someValidator({ id, consecutive_missed: id })),
  // Jailed years ago, and of somebody else: counts nowhere.
  someValidator({
    id: 8,
    jailed: true,
    jailed_until: '2023-03-14T08:00:00Z',
    voting_power: '0',
    uptime: null,
  }),
]
const starred = (...ids: number[]) => ({
  favourite_validators: ids.map((validator_id) => ({ blockchain_id: 1, validator_id })),
  tables: {},
})

interface Server {
  /** What the account keeps; null: it does not answer. */
  preferences?: object | null
  status?: Parameters<typeof someList>[1]
  keeps?: boolean
}

/** The list as a member sees it, in front of a server that keeps what it is told. */
function open(path: string, { preferences = starred(), status, keeps = true }: Server = {}) {
  let kept: object | null = preferences
  return openPage(path, (call, body): Reply | undefined => {
    if (call === 'GET /api/users/profile/') return [200, robin]
    if (call === 'GET /api/blockchains/list/1/') return [200, someList(rows, status)]
    if (call.startsWith('GET /api/blockchains/details/1/1/')) return [200, someDetails({ id: 1 })]
    if (call === 'PUT /api/users/preferences/') {
      if (!keeps || typeof body !== 'object') return 500
      kept = body
    }
    if (call.endsWith('/api/users/preferences/')) return kept === null ? 500 : [200, kept]
    return undefined
  })
}
const table = () => screen.findByRole('table', { name: 'Validators' })
const question = 'Which one is yours?'

beforeEach(() => {
  vi.spyOn(HTMLCanvasElement.prototype, 'getContext').mockReturnValue(null)
})

describe('above the list', { timeout: 90_000 }, () => {
  it('P535: all terms of the list are at its foot, shown on a click', async () => {
    const { user } = await open('/')
    await table()
    const word = screen.getByRole('button', { name: 'What do these words mean?' })
    expect(screen.queryByText(/^Jailed forever/)).toBeNull()
    await user.click(word)
    const meaning = await screen.findByText(/^Jailed forever/)
    expect(meaning.previousElementSibling?.textContent).toBe('Tombstoned')
    for (const text of [/^In the active set/, /doesn’t count as missed/, /in which misses are counted/])
      expect(screen.getByText(text)).toBeDefined()
    await user.click(word)
    expect(screen.queryByText(/^Jailed forever/)).toBeNull()
  })

  it('P220: stands who needs somebody, the own ones first, each with the way to its page', async () => {
    const { live } = await open('/', { preferences: starred(2, 8) })
    await table()
    const band = await screen.findByRole('region', { name: 'Needs attention' })
    await waitFor(() => expect(within(band).getAllByTitle('Mine')).toHaveLength(2))
    const ways = () =>
      within(band)
        .getAllByRole('link')
        .map((way) => [way.getAttribute('href'), way.textContent])
    expect(ways()).toEqual([
      ['/validators/8', 'MineValidator 8Jailed since 2023'],
      ['/validators/2', 'MineTallow & WickOutside the active set'],
      ['/validators/3', 'Rook RowAt risk · 37\u00a0min'],
      ['/validators/7', 'Validator 7Missing blocks · 7 in a row'],
      ['/validators/6', 'Validator 6Missing blocks · 6 in a row'],
      ['/?show=missing', '+2 missing blocks'],
    ])
    const well = { consecutive_missed: 0, seconds_to_jail: null }
    const changed = [3, 4, 5, 6, 7].map((id) => ({ id, ...well }))
    live({ event: 'validators', data: { changed, removed: [], seq: 8 } })
    await waitFor(() => expect(ways()).toHaveLength(2))
  })

  it('P220: stands nothing where nobody needs somebody, and no name where what is known is old', async () => {
    const { live } = await open('/', { status: { state: 'UNREACHABLE' } })
    await table()
    const band = await screen.findByRole('region', { name: 'Needs attention' })
    expect(within(band).getByText('Unknown until newer data arrives.')).toBeDefined()
    expect(within(band).queryAllByRole('link')).toEqual([])
    const changed = [3, 4, 5, 6, 7].map((id) => ({ id, consecutive_missed: 0, seconds_to_jail: null }))
    live({ event: 'validators', data: { changed, removed: [], seq: 8 } })
    await waitFor(() => expect(screen.queryByRole('region', { name: 'Needs attention' })).toBeNull())
  })

  it('P704: a state that is old says how old it is, in words that are no time to jail', async () => {
    await open('/', { status: { state: 'UNREACHABLE' } })
    const rows = await table()
    expect(await within(rows).findByText(/^At risk, .+ ago$/)).toBeDefined()
    expect(within(rows).queryByText(/^At risk · /)).toBeNull()
  })

  it('P13: a chain that is refused is called that, with why in the words of the page', async () => {
    const refused = (kind: RefusalKind) => ({ chain_id: 'other-1', kind, reason: 'a sentence of the server' })
    const status = (kind: RefusalKind) =>
      someList([], { state: 'UNREACHABLE', refused: refused(kind) }).status
    const { live } = await open('/', { status: status('DOUBLE_SIGNED') })
    await table()
    await screen.findByText('Conflicting blocks on Celestia Mainnet')
    for (const [kind, title] of [
      ['FORK', 'Celestia Mainnet has forked'],
      ['BEGUN_AGAIN', 'Celestia Mainnet has started over'],
      ['OTHER_CHAIN', 'Endpoints are on another chain: other-1'],
    ] as const) {
      live({ event: 'status', data: status(kind) })
      await screen.findByText(title)
      expect(screen.queryByText(/see this network|seen this network|responds|of the server/)).toBeNull()
    }
    expect(screen.getByRole('button', { name: /^Switch network.*Refused$/ })).toBeDefined()
    live({ event: 'status', data: someList([], { observed_at: null }).status })
    await waitFor(() => expect(screen.queryByText(/on another chain/)).toBeNull())
  })

  it('P221: a newcomer is asked which one is theirs, and finds it by the bytes of an address', async () => {
    const { user, asked } = await open('/')
    const ask = await screen.findByRole('region', { name: question }, { timeout: 60_000 })
    await user.type(within(ask).getByRole('combobox', { name: 'Moniker or any address' }), 'LOPER1Q2')
    await user.click(await screen.findByRole('option', { name: /Tallow & Wick/ }))
    await waitFor(() => expect(screen.queryByRole('region', { name: question })).toBeNull())
    await waitFor(() =>
      expect(asked).toContainEqual({ call: 'PUT /api/users/preferences/', body: starred(2) }),
    )
    const [, head, first] = within(await table()).getAllByRole('row')
    expect([head?.textContent, first?.textContent]).toEqual([
      'My validators',
      expect.stringContaining('Tallow & Wick'),
    ])
  })

  it('P221: who does not want to be asked is asked no more, once the account keeps it', async () => {
    const { user, asked } = await open('/')
    const ask = await screen.findByRole('region', { name: question }, { timeout: 60_000 })
    await user.click(within(ask).getByRole('button', { name: 'Don’t ask again' }))
    await waitFor(() => expect(screen.queryByRole('region', { name: question })).toBeNull())
    const body = { ...starred(), dismissed: ['which-is-mine'] }
    expect(asked).toContainEqual({ call: 'PUT /api/users/preferences/', body })
  })

  it('P221: asks again where it could not be kept', async () => {
    const { user } = await open('/', { keeps: false })
    const ask = await screen.findByRole('region', { name: question }, { timeout: 60_000 })
    await user.click(within(ask).getByRole('button', { name: 'Don’t ask again' }))
    await screen.findByText('We couldn’t save that. Try again.')
    expect(screen.getByRole('region', { name: question })).toBeDefined()
  })

  it.each([
    ['has a validator', starred(2)],
    ['wished not to be asked', { ...starred(), dismissed: ['which-is-mine'] }],
    ['has an account that does not answer', null],
  ])('P221: nobody is asked who %s', async (_who, preferences) => {
    const { asked } = await open('/', { preferences })
    await table()
    await waitFor(() => expect(asked.map(({ call }) => call)).toContain('GET /api/users/preferences/'))
    await screen.findByRole('region', { name: 'Needs attention' })
    expect(screen.queryByRole('region', { name: question })).toBeNull()
  })
})

describe('in the list', { timeout: 90_000 }, () => {
  it('P222: a range of uptimes filters, and stands in the address', async () => {
    const { user } = await open('/?uptime=-99.5', { preferences: starred(2) })
    const list = await table()
    expect(list.getAttribute('aria-rowcount')).toBe('2')
    expect(within(list).getByText('Copper Lantern')).toBeDefined()
    await user.click(screen.getByRole('button', { name: /^Uptime ?≤ 99.5%$/ }))
    const dialog = await screen.findByRole('dialog', { name: 'Uptime range' }, { timeout: 10_000 })
    const [from, to] = ['From, %', 'To, %'].map((name) => within(dialog).getByLabelText(name))
    if (!from || !to) throw new Error('no fields')
    await user.type(from, '99,9{Enter}')
    expect(within(dialog).getByText('“From” is above “To”')).toBeDefined()
    expect(window.location.search).toBe('?uptime=-99.5')
    await user.clear(to)
    await user.keyboard('{Enter}')
    await waitFor(() => expect(window.location.search).toBe('?uptime=99.9-'))
    expect(screen.queryByText('Copper Lantern', { selector: 'td *' })).toBeNull()
  })

  it('P223: a row opens to its last blocks, by its strip and by its menu', async () => {
    const { user, asked } = await open('/', { preferences: starred(1) })
    const list = await table()
    const button = within(list).getByRole('button', { name: 'Last 500 blocks: Copper Lantern' })
    expect(button.getAttribute('aria-expanded')).toBe('false')
    // Nothing is laid out here that a pointer could go over.
    fireEvent.click(within(list).getAllByRole('img', { name: /^Last 60 blocks/ })[0] ?? list)
    expect(button.getAttribute('aria-expanded')).toBe('true')
    const blocks = await within(list).findByRole('region', { name: 'Last 500 blocks: Copper Lantern' })
    const grid = await within(blocks).findByRole('slider', { name: 'Block' })
    expect(asked.map(({ call }) => call)).toContain('GET /api/blockchains/details/1/1/?blocks=500')
    expect(within(blocks).getByText(/^0 missed of the last 100 blocks/)).toBeDefined()
    grid.focus()
    await user.keyboard('{Escape}')
    expect(button.getAttribute('aria-expanded')).toBe('false')
    const stop = within(list).getByRole('button', { name: 'More about Copper Lantern' })
    expect(document.activeElement).toBe(stop)
    await user.keyboard('{Enter}')
    await user.click(await screen.findByRole('menuitem', { name: 'Show the last 500 blocks' }))
    expect(button.getAttribute('aria-expanded')).toBe('true')
  })
})
