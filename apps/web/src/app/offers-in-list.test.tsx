import { screen, waitFor, within } from '@testing-library/react'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { withOffer } from '../data/alerts/offered-alerts.ts'
import { offeredSets, recommend } from '../data/alerts/recommended.data.ts'
import {
  all,
  entryOf,
  every,
  manage,
  ofNetwork,
  openOffers as open,
  own,
  wait,
} from './testing/open-offers.tsx'

type Page = Awaited<ReturnType<typeof open>>

beforeEach(() => {
  vi.spyOn(HTMLCanvasElement.prototype, 'getContext').mockReturnValue(null)
})

const mine = [{ blockchain_id: 1, validator_id: 2 }]
/** Nothing of validator 2. */
const ofAnother = [{ ...own, blockchain_validator_id: 1 }]
const findBand = () => screen.findByRole('region', { name: 'No alerts' }, wait)
const bandIsGone = () =>
  waitFor(() => expect(screen.queryByRole('region', { name: 'No alerts' })).toBeNull(), wait)
/** The only one that is asked. */
async function question(name: string | RegExp) {
  const about = typeof name === 'string' ? name : name.source
  await screen.findByText(new RegExp(`^Turn on the recommended alerts for (${about})\\?$`), {}, wait)
  expect(screen.getAllByText(/^Turn on the recommended alerts/)).toHaveLength(1)
}
const isAsked = () => screen.queryByText(/^Turn on the recommended alerts/) !== null

describe('what is offered to who stars some in the list', { timeout: 90_000 }, () => {
  async function pick(page: Page, id: number, name: string) {
    await page.user.click(await screen.findByRole('button', { name: `More about Validator ${id}` }, wait))
    await page.user.click(await screen.findByRole('menuitem', { name }, wait))
  }
  const star = (page: Page, id: number) => pick(page, id, 'Add to my validators')
  const unstar = (page: Page, id: number) => pick(page, id, 'Remove from my validators')
  const openList = (options: Parameters<typeof open>[1] = {}) =>
    open('/', { dismissed: ['which-is-mine'], entries: [], ...options })

  it('P902, P947: several starred in a row are offered together, and who delegates to them gets what is of use to them', async () => {
    const page = await openList()
    for (const id of [1, 2]) {
      await star(page, id)
      await question(/Validator 1|2 validators/)
    }
    await screen.findByText(/^Operator: \d+ alerts/, {}, wait)
    expect(screen.getAllByText(/^Turn on the recommended alerts/)).toHaveLength(1)
    await page.user.click(screen.getByRole('button', { name: 'I delegate to them' }))
    await screen.findByText(/^Recommended alerts for 2 validators are on/, {}, wait)
    const entries = withOffer([], recommend(offeredSets.delegator.validator, every))
    // P930: as one change of both.
    const targets = [1, 2].map((id) => ({ blockchain_validator_id: id }))
    expect(page.changes()[0]).toEqual({ blockchain_id: 1, targets, entries, watched_as: 'DELEGATOR' })
    // Nothing of it rings.
    expect(entries.some(({ channels }) => channels.includes('VOICE'))).toBe(false)
  })

  it('P928: is asked anew in its place when one more is starred or one less, and is gone when none is', async () => {
    const page = await openList()
    await star(page, 1)
    await question('Validator 1')
    await star(page, 2)
    await question('2 validators')
    await unstar(page, 1)
    await question('Validator 2')
    await unstar(page, 2)
    await waitFor(() => expect(isAsked()).toBe(false))
  })

  it('P928: is over once it is closed: the next is asked of by itself', async () => {
    const page = await openList()
    await star(page, 1)
    await question('Validator 1')
    await page.user.click(screen.getByRole('button', { name: 'Close' }))
    expect(isAsked()).toBe(false)
    await star(page, 2)
    await question('Validator 2')
  })

  it('P928: once it is answered, what is starred next takes away neither that it is on nor the way to take it back', async () => {
    const page = await openList()
    await star(page, 1)
    await question('Validator 1')
    await page.user.click(screen.getByRole('button', { name: 'I operate it' }))
    await screen.findByText('Recommended alerts for Validator 1 are on', {}, wait)
    await star(page, 2)
    await question('Validator 2')
    expect(screen.getByText('Recommended alerts for Validator 1 are on')).toBeDefined()
    const changes = page.changes().length
    await page.user.click(screen.getByRole('button', { name: 'Undo' }))
    await waitFor(() => expect(page.changes().length).toBeGreaterThan(changes), wait)
    expect(page.changes().at(changes)).toMatchObject({
      targets: expect.arrayContaining([{ blockchain_validator_id: 1 }]),
      entries: [],
    })
  })

  it('P928: is asked once more where it could not be set', async () => {
    const page = await openList({ answer: (call) => (call === manage ? [500, {}] : undefined) })
    await star(page, 1)
    await question('Validator 1')
    await page.user.click(screen.getByRole('button', { name: 'I operate it' }))
    await screen.findByText(/^Recommended alerts for Validator 1 were not changed/, {}, wait)
    await question('Validator 1')
  })
})

describe('the user’s own without alerts, above the list', { timeout: 90_000 }, () => {
  it('P903: one of the user’s own without any alert is named above the list, with the offer, until it is set or put away', async () => {
    const mine = [{ blockchain_id: 1, validator_id: 2 }]
    const page = await open('/', { mine, entries: [{ ...own, blockchain_validator_id: 1 }] })
    const band = within(await screen.findByRole('region', { name: 'No alerts' }, wait))
    band.getByText('No alerts are set for Validator 2: you won’t be notified.')
    await page.user.click(await band.findByRole('button', { name: 'Not now' }, wait))
    await waitFor(() => expect(screen.queryByRole('region', { name: 'No alerts' })).toBeNull(), wait)
    expect(page.asked.findLast(({ call }) => call === 'PUT /api/users/preferences/')?.body).toMatchObject({
      dismissed: ['no-alerts-1-2'],
    })
  })

  it('P903: nothing is said where an alert is set for it, or for every one', async () => {
    const mine = [{ blockchain_id: 1, validator_id: 2 }]
    const page = await open('/', { mine, entries: [{ ...own, blockchain_validator_id: null }] })
    await screen.findByRole('button', { name: 'More about Validator 2' }, wait)
    await waitFor(() =>
      expect(page.asked.map(({ call }) => call)).toContain('GET /api/alerts/user-settings/1/'),
    )
    await waitFor(() => expect(page.queries.isFetching()).toBe(0))
    expect(screen.queryByRole('region', { name: 'No alerts' })).toBeNull()
  })

  it('P903: nor where a team tells of it', async () => {
    const mine = [1, 2].map((id) => ({ blockchain_id: 1, validator_id: id }))
    await open('/', {
      mine,
      entries: [],
      answer: (call) => {
        if (call === 'GET /api/teams/')
          return [200, { teams: [{ id: 3, name: 'Night crew', role: 'MEMBER' }] }]
        if (call === 'GET /api/alerts/user-settings/1/?team_id=3')
          return [200, { entries: [{ ...own, blockchain_validator_id: 2 }] }]
        return undefined
      },
    })
    await screen.findByText('No alerts are set for Validator 1: you won’t be notified.', {}, wait)
  })

  it('P927: says there that they are on, with the way back, until it is closed', async () => {
    const page = await open('/', { mine, entries: ofAnother })
    const band = within(await findBand())
    await page.user.click(await band.findByRole('button', { name: 'I operate it' }, wait))
    await band.findByText('Recommended alerts for Validator 2 are on', {}, wait)
    expect(band.queryByText(/^No alerts are set/)).toBeNull()
    await page.user.click(band.getByRole('button', { name: 'Undo' }))
    await band.findByText('Turn on the recommended alerts for Validator 2?', {}, wait)
    band.getByText('No alerts are set for Validator 2: you won’t be notified.')
    await page.user.click(band.getByRole('button', { name: 'I delegate to it' }))
    await band.findByText('Recommended alerts for Validator 2 are on', {}, wait)
    await page.user.click(band.getByRole('button', { name: 'Close' }))
    await bandIsGone()
    expect(page.preferences().dismissed).toBeUndefined()
  })

  it('P927: goes on with the keyboard at the content once it is put away', async () => {
    const page = await open('/', { mine, entries: ofAnother })
    const band = within(await findBand())
    await page.user.click(await band.findByRole('button', { name: 'Not now' }, wait))
    await bandIsGone()
    expect(document.activeElement?.id).toBe('content')
  })

  it('P932: comes back where “Not now” could not be kept, and goes for good once it is', async () => {
    let isDown = true
    const page = await open('/', {
      ...{ mine, entries: ofAnother, dismissed: ['which-is-mine'] },
      answer: (call) => (isDown && call === 'PUT /api/users/preferences/' ? [500, {}] : undefined),
    })
    await page.user.click(await within(await findBand()).findByRole('button', { name: 'Not now' }, wait))
    await screen.findByText('We couldn’t save that. Try again.', {}, wait)
    const again = await within(await findBand()).findByRole('button', { name: 'Not now' }, wait)
    isDown = false
    await page.user.click(again)
    await bandIsGone()
    await waitFor(() => expect(page.preferences().dismissed).toEqual(['which-is-mine', 'no-alerts-1-2']))
  })

  it('P931: names what is added, and the network only where nothing of it is set', async () => {
    await open('/', { mine, entries: ofAnother })
    await within(await findBand()).findByText(
      /^Missed blocks, jail, tombstoning, active set, slashing, stake, commission, votes and upgrades, the network itself\. Operator:/,
      {},
      wait,
    )
  })

  it('P931: does not name the network where alerts of it are on', async () => {
    const network = withOffer([], ofNetwork).map(entryOf(null))
    await open('/', { mine, entries: [...ofAnother, ...network] })
    await within(await findBand()).findByText(
      /, slashing, stake, commission, votes and upgrades\. Operator:/,
      {},
      wait,
    )
  })

  describe('P930: of which a part could not be set', () => {
    const ofValidator = { blockchain_id: 1, targets: [{ blockchain_validator_id: 2 }] }
    /** Presses the answer before a server that refuses some changes. */
    async function set(refuses: (body: { targets: object[] }, at: number) => boolean) {
      let at = 0
      const page = await open('/', {
        ...{ mine, entries: ofAnother },
        answer: (call, body) =>
          call === manage && refuses(body as { targets: object[] }, at++) ? [500, {}] : undefined,
      })
      const band = within(await findBand())
      await page.user.click(await band.findByRole('button', { name: 'I operate it' }, wait))
      return { page, band }
    }
    const isOfNetwork = ({ targets: [target] }: { targets: object[] }) =>
      Object.keys(target ?? {}).length === 0

    it('is taken back as a whole', async () => {
      const { page, band } = await set(isOfNetwork)
      await band.findByText(/^Not saved\. /, {}, wait)
      expect(page.changes()).toEqual([
        { ...ofValidator, entries: withOffer([], all) },
        { blockchain_id: 1, targets: [{}], entries: withOffer([], ofNetwork) },
        { ...ofValidator, entries: [] },
      ])
      await band.findByText('Turn on the recommended alerts for Validator 2?')
    })

    it('is said to be a part where it could not be taken back', async () => {
      const { band } = await set((_body, at) => at > 0)
      await band.findByText(/^Only some of the alerts for Validator 2 were changed\./, {}, wait)
    })
  })
})
