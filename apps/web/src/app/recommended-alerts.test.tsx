import { act, cleanup, screen, waitFor, within } from '@testing-library/react'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { withOffer } from '../data/alerts/offered-alerts.ts'
import { offeredSets, recommend } from '../data/alerts/recommended.data.ts'
import { someAlert } from '../data/testing/some-alert.ts'
import { someAlertSettings } from '../data/testing/some-alert-settings.ts'
import { robin, type Reply } from './testing/open-page.tsx'
import {
  all,
  entryOf,
  manage,
  ofNetwork,
  openOffers as open,
  type Options,
  own,
  wait,
} from './testing/open-offers.tsx'

const offer = () => screen.findByRole('region', { name: 'Recommended alerts' }, wait)

beforeEach(() => {
  vi.spyOn(HTMLCanvasElement.prototype, 'getContext').mockReturnValue(null)
})

describe('P406: what is recommended', { timeout: 90_000 }, () => {
  async function chooseMine(options: Options = {}) {
    const page = await open('/', options)
    const ask = await screen.findByRole('region', { name: 'Which one is yours?' }, wait)
    await page.user.type(await within(ask).findByRole('combobox'), 'Validator 2')
    await page.user.click(await screen.findByRole('option', { name: /Validator 2/ }))
    return page
  }

  it('P532, P900, P901: is offered where the question stood, set by one click besides what is set, and taken back by another', async () => {
    const page = await chooseMine()
    const frame = await offer()
    // P532: said in the same place, and announced once; by no toast, which would cover the question.
    const said = screen.getAllByText('Validator 2 is now one of your validators.')
    expect(said).toHaveLength(2)
    expect(said.map((one) => one.closest('[data-place]'))).toEqual([null, null])
    within(frame).getByText('Turn on the recommended alerts for Validator 2?')
    // P901: beginning and end are one alert, as they are one row of Manage Alerts.
    within(frame).getByText(
      /Operator: 30 alerts, \d of them for the network \(SMS\s\d+, Call\s10, E‑mail\s\d+\)\. Delegator: \d+ alerts/,
    )
    await page.user.click(within(frame).getByRole('button', { name: 'I operate it' }))
    await screen.findByText('Recommended alerts for Validator 2 are on', {}, wait)
    const entries = withOffer([own], all)
    expect(entries.slice(0, 1)).toEqual([{ setting_id: 1111, channels: ['EMAIL'] }])
    const target = { blockchain_id: 1, targets: [{ blockchain_validator_id: 2 }] }
    // P900: with what is recommended for the network, of which nothing was set.
    const network = { blockchain_id: 1, targets: [{}], entries: withOffer([], ofNetwork) }
    expect(page.changes()).toEqual([{ ...target, entries }, network])
    const undo = await screen.findByRole('button', { name: 'Undo' }, wait)
    expect(document.activeElement).toBe(undo)
    await page.user.click(undo)
    await screen.findByText('Turn on the recommended alerts for Validator 2?', {}, wait)
    expect(page.changes()[2]).toEqual({ ...target, entries: [{ setting_id: 1111, channels: ['EMAIL'] }] })
    await waitFor(() => expect(page.changes()[3]).toEqual({ ...network, entries: [] }))
    await page.user.click(screen.getByRole('button', { name: 'Not now' }))
    await waitFor(() => expect(screen.queryByRole('region', { name: 'Recommended alerts' })).toBeNull())
  })

  it('P999: says while it is set that it is, with the same figure, and of whom they are', async () => {
    let finish: (() => void) | undefined
    let calls = 0
    const page = await chooseMine({
      answer: (call) => {
        if (call === manage) calls += 1
        // That of the network, after that of the validator.
        return call === manage && calls === 2
          ? new Promise<Reply>((done) => {
              finish = () => done([200, { entries: [] }])
            })
          : undefined
      },
    })
    await page.user.click(within(await offer()).getByRole('button', { name: 'I operate it' }))
    await waitFor(() => expect(finish).toBeDefined(), wait)
    const frame = within(await offer())
    frame.getByText('Turning on the recommended alerts for Validator 2')
    frame.getByText(/30 alerts, 8 of them for the network/)
    expect(frame.queryByText(/\?$/)).toBeNull()
    finish?.()
    await screen.findByText('Recommended alerts for Validator 2 are on', {}, wait)
    within(await offer()).getByText(/^30 alerts, 8 of them for the network/)
  })

  it('P532: is not offered where it is set already, for the validator or for every one', async () => {
    const entries = withOffer([], all)
      .map(entryOf(2))
      .map((one, at) => (at % 2 === 0 ? one : { ...one, blockchain_validator_id: null }))
      .concat(withOffer([], ofNetwork).map(entryOf(null)))
    const page = await chooseMine({ entries })
    await waitFor(() =>
      expect(page.asked.map(({ call }) => call)).toContain('GET /api/alerts/user-settings/1/'),
    )
    await waitFor(() => expect(page.queries.isFetching()).toBe(0))
    expect(screen.queryByRole('region', { name: 'Recommended alerts' })).toBeNull()
    // P532: then the words stand alone, until they are closed.
    expect(screen.getAllByText('Validator 2 is now one of your validators.')).toHaveLength(2)
    await page.user.click(screen.getByRole('button', { name: 'Close' }))
    expect(screen.queryByRole('button', { name: 'Close' })).toBeNull()
  })

  it('P785: says beside “are on” what is true already and so is not sent now', async () => {
    const known = { since: null, value: null, observed_at: null }
    const page = await chooseMine({
      answer: (call) =>
        call.startsWith('GET /api/alerts/conditions/1/')
          ? [
              200,
              {
                conditions: [
                  { ...known, setting_id: 1121, state: 'TRUE' },
                  { ...known, setting_id: 2011, state: 'UNKNOWN' },
                ],
              },
            ]
          : call === 'GET /api/alerts/settings/'
            ? [200, someAlertSettings]
            : undefined,
    })
    await page.user.click(within(await offer()).getByRole('button', { name: 'I operate it' }))
    await screen.findByText('Already true, so not sent until it starts again: Three missed.', {}, wait)
  })

  it('P786: does not ask to turn on what is on, where a further channel could send it', async () => {
    const entries = withOffer([], recommend(offeredSets.operator.validator, new Set(['SMS', 'EMAIL'])))
      .map(entryOf(2))
      .concat(withOffer([], ofNetwork).map(entryOf(null)))
    await chooseMine({ entries })
    within(await offer()).getByText('Send the recommended alerts for Validator 2 to more channels?')
    expect(screen.queryByText(/^Turn on the recommended/)).toBeNull()
    expect(screen.queryByText(/Missed blocks, jail/)).toBeNull()
  })

  it('says where it could not be set, and can be tried again', async () => {
    const page = await chooseMine({ answer: (call) => (call === manage ? [500, {}] : undefined) })
    await page.user.click(within(await offer()).getByRole('button', { name: 'I operate it' }))
    await screen.findByText(/^Not saved\. /, {}, wait)
    await screen.findByRole('button', { name: 'I operate it' }, wait)
  })

  it('is offered in a toast to who stars one in the list, which moves no row', async () => {
    const page = await open('/', {
      answer: (call) =>
        call === 'GET /api/users/preferences/'
          ? [200, { favourite_validators: [], tables: {}, dismissed: ['which-is-mine'] }]
          : undefined,
    })
    await page.user.click(await screen.findByRole('button', { name: 'More about Validator 2' }, wait))
    await page.user.click(await screen.findByRole('menuitem', { name: 'Add to my validators' }, wait))
    await screen.findByText(/^Turn on the recommended alerts for Validator 2\?/, {}, wait)
    expect(screen.queryByRole('region', { name: 'Recommended alerts' })).toBeNull()
    await page.user.click(screen.getByRole('button', { name: 'I operate it' }))
    await screen.findByText('Recommended alerts for Validator 2 are on', {}, wait)
    expect(page.changes()).toHaveLength(2)
  })

  it('P904: who went to add a number finds the offer there once it is confirmed, with SMS and calls', async () => {
    const page = await open('/', {
      answer: (call) => (call === 'GET /api/users/profile/' ? [200, robin] : undefined),
    })
    const ask = await screen.findByRole('region', { name: 'Which one is yours?' }, wait)
    await page.user.type(await within(ask).findByRole('combobox'), 'Validator 2')
    await page.user.click(await screen.findByRole('option', { name: /Validator 2/ }))
    const link = await within(await offer()).findByRole('link', { name: 'Add a number' }, wait)
    const address = link.getAttribute('href') ?? ''
    cleanup()
    const after = await open(address)
    const frame = within(await offer())
    frame.getByText(/Operator: \d+ alerts, \d of them for the network \(SMS\s\d+, Call\s\d+, /)
    await after.user.click(frame.getByRole('button', { name: 'I operate it' }))
    await screen.findByText('Recommended alerts for Validator 2 are on', {}, wait)
  })
})

describe('P407: the alerts of a validator on its page', { timeout: 90_000 }, () => {
  it('P531, P787, P882: are how many are set by which channels, and what goes on before what is over, each with the way to it', async () => {
    const of = { blockchain_validator_id: 2 }
    const over = { ...of, status: 'ENDED', acknowledged_at: '2026-11-21T11:59:30.000Z' } as const
    const page = await open('/validators/2', {
      entries: [
        own,
        { ...own, id: 12, setting_id: 2011, channels: ['SMS', 'EMAIL'] },
        { ...own, id: 13, blockchain_validator_id: null, setting_id: 1121 },
      ],
      answer: (call) =>
        call.startsWith('GET /api/alerts/history/')
          ? [
              200,
              [
                someAlert({ id: 14, title: 'Newest', ...over }),
                someAlert({ id: 13, title: 'Missing', status: 'ONGOING', ...of }),
                someAlert({ id: 12, title: 'Signing again', ...over, status: null }),
              ],
            ]
          : undefined,
    })
    const card = within(await screen.findByRole('region', { name: 'Your alerts' }, wait))
    await card.findByText('2 alerts set: SMS 1, E-mail 2 · 1 more set for every validator', {}, wait)
    const items = await card.findAllByRole('listitem', {}, wait)
    expect(items.map(({ textContent }) => textContent)).toEqual([
      expect.stringMatching(/^Missing.*Ongoing ·\sNot acknowledged$/),
      expect.stringMatching(/^Newest.*Over ·\sAcknowledged$/),
      // P531: an end has nothing before it.
      expect.stringMatching(/^Signing again.*\dAcknowledged$/),
    ])
    expect(card.getByRole('link', { name: 'Missing' }).getAttribute('href')).toBe('/alerts-history?alert=13')
    expect(card.queryByRole('button', { name: 'I operate it' })).toBeNull()
    // Nobody but who runs it is offered calls about it.
    await page.user.click(await screen.findByRole('button', { name: 'Add to mine' }, wait))
    // P787: in sight, too, however far below the card is.
    const question = /^Turn on the recommended alerts for .*\?$/
    await screen.findByText(question, { selector: '[data-place] *' }, wait)
    // P882: set in the card, it is not asked any more in the toast, which would cover the card.
    await page.user.click(await card.findByRole('button', { name: 'I operate it' }, wait))
    await card.findByText(/^Recommended alerts for .* are on$/, {}, wait)
    await waitFor(() => expect(screen.queryByText(question, { selector: '[data-place] *' })).toBeNull())
  })

  it('P1021: where a team tells the user, say which and by what, and not that they won’t be notified', async () => {
    let ofTeam: Reply = 'internal_error'
    const page = await open('/validators/2', {
      entries: [{ ...own, blockchain_validator_id: 5 }],
      answer: (call) => {
        if (call === 'GET /api/teams/')
          return [200, { teams: [{ id: 3, name: 'Night crew', role: 'MEMBER' }] }]
        if (call === 'GET /api/alerts/user-settings/1/?team_id=3') return ofTeam
        return undefined
      },
    })
    const card = within(await screen.findByRole('region', { name: 'Your alerts' }, wait))
    // P454: what is not known is no none.
    await card.findByText('Couldn’t load your alert settings.', {}, wait)
    const entries = [
      { ...own, id: 31, setting_id: 2011, channels: ['SMS', 'VOICE'] },
      { ...own, id: 32, setting_id: 1121, channels: ['SMS'], blockchain_validator_id: null },
      { ...own, id: 33, blockchain_validator_id: 7 },
    ]
    ofTeam = [200, { entries }]
    await act(() => page.queries.invalidateQueries())
    await card.findByText('Night crew tells you of 2 alerts: SMS 2, Call 1', {}, wait)
    expect(card.queryByText(/^No alerts set/)).toBeNull()
    ofTeam = [200, { entries: [] }]
    await act(() => page.queries.invalidateQueries())
    await card.findByText('No alerts set. You won’t be notified.', {}, wait)
  })

  it('P970, P971: say what of it is muted in answer to a message and until when, with the way back', async () => {
    const on = { bridge_id: null, setting_id: 1121, muted_until: '2026-11-21T12:58:00Z' }
    let mutes = [2, 3].map((id) => ({ id, blockchain_validator_id: id, ...on }))
    const page = await open('/validators/2', {
      answer: (call) => {
        if (call === 'GET /api/alerts/settings/') return [200, someAlertSettings]
        if (call === 'POST /api/alerts/unmute-conditions/') {
          mutes = mutes.filter(({ id }) => id !== 2)
          return 204
        }
        return call === 'GET /api/alerts/user-settings/1/'
          ? [200, { entries: [own], condition_mutes: mutes }]
          : undefined
      },
    })
    const card = within(await screen.findByRole('region', { name: 'Your alerts' }, wait))
    await card.findByText(/^Muted until .*12:58/, {}, wait)
    await card.findByText('Three missed', {}, wait)
    await page.user.click(card.getByRole('button', { name: 'Unmute: Validator 2' }))
    await waitFor(() => expect(card.queryByText(/^Muted until/)).toBeNull())
    expect(page.asked).toContainEqual({
      call: 'POST /api/alerts/unmute-conditions/',
      body: { mute_ids: [2] },
    })
  })

  it('P972: shows first what nobody acknowledged, the critical ones at the top, however many newer ones are for information', async () => {
    const of = { blockchain_validator_id: 2, status: 'ENDED' } as const
    const info = { ...of, severity: 'INFO' } as const
    const seen = { ...of, acknowledged_at: '2026-11-21T11:59:30.000Z' } as const
    await open('/validators/2', {
      answer: (call) =>
        call.startsWith('GET /api/alerts/history/')
          ? [
              200,
              [
                someAlert({ id: 19, title: 'Entered the active set', ...info }),
                someAlert({ id: 18, title: 'Unjailed', ...info }),
                someAlert({ id: 17, title: 'Going on', ...seen, status: 'ONGOING' }),
                someAlert({ id: 16, title: 'Missing', ...of, severity: 'WARNING' }),
                someAlert({ id: 15, title: 'Slashed', ...of }),
                someAlert({ id: 14, title: 'Jailed', ...of }),
                someAlert({ id: 13, title: 'Older', ...seen }),
              ],
            ]
          : undefined,
    })
    const card = within(await screen.findByRole('region', { name: 'Your alerts' }, wait))
    await card.findByRole('link', { name: 'Jailed' }, wait)
    const titles = card.getAllByRole('link').map(({ textContent }) => textContent)
    expect(titles.filter((title) => !/alerts$/.test(title))).toEqual([
      ...['Slashed', 'Jailed', 'Missing'],
      ...['Going on', 'Entered the active set'],
    ])
  })

  it('P878: say what is true already and was not told, and nothing of what was', async () => {
    const known = { state: 'TRUE', since: null, value: null, observed_at: null } as const
    const conditions = [1111, 1121].map((setting_id) => ({ ...known, setting_id }))
    const inARow = { ...own, id: 12, setting_id: 1121 }
    const told = { blockchain_validator_id: 2, setting_id: 1111, status: 'ONGOING' } as const
    await open('/validators/2', {
      entries: [own, inARow],
      answer: (call) => {
        if (call === 'GET /api/alerts/settings/') return [200, someAlertSettings]
        if (call.startsWith('GET /api/alerts/conditions/1/')) return [200, { conditions }]
        return call.startsWith('GET /api/alerts/history/')
          ? [200, [someAlert({ id: 14, ...told })]]
          : undefined
      },
    })
    const card = within(await screen.findByRole('region', { name: 'Your alerts' }, wait))
    await card.findByText('Already true, so not sent until it starts again: Three missed.', {}, wait)
  })
})
