import type { AlertEntry } from '@roundsman/contract/alerts/alerts'
import { screen, waitFor, within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { someAlertSettings } from '../data/testing/some-alert-settings.ts'
import { someBridge } from '../data/testing/some-bridge.ts'
import { someList, someValidator } from '../data/testing/some-list.ts'
import { openPage, problem, robin, type Reply } from './testing/open-page.tsx'

const wait = { timeout: 60_000 }
const user = { ...robin, phones: [{ user_phone_id: 1, phone: '+12025550143', is_confirmed: true }] }
const scraped = '12D3KooWContested'
const bridges = [
  someBridge({ id: 1, name: 'birch-eu' }),
  someBridge({ id: 2, name: 'tallow-da', owned: true, sync_status: 'STALLED', lag: 418 }),
  someBridge({ id: 3, name: null, source: 'SCRAPE', contested: true, peer_id: scraped }),
  someBridge({ id: 4, name: 'cobalt', contested: true, peer_id: scraped }),
]
const entry: AlertEntry = {
  ...{ id: 11, blockchain_validator_id: null, bridge_id: 2, setting_id: 8111, channels: ['SMS'] },
  muted_until: null,
}
const manage = 'POST /api/alerts/user-settings/manage/'
const list = 'GET /api/blockchains/bridges/1/'

type Answer = (call: string) => Reply | undefined

/** Manage Alerts where there is data availability, with an entry on the bridge that is the user's own. */
function open(path: string, answer: Answer = () => undefined, hasBridges = true) {
  return openPage(
    path,
    (call) => {
      const said = answer(call)
      if (said !== undefined) return said
      switch (call) {
        case 'GET /api/users/profile/':
          return [200, user]
        case 'GET /api/blockchains/list/1/':
          return [200, someList([1, 2].map((id) => someValidator({ id })))]
        case list:
          return [200, { network_height: 100, bridges }]
        case 'GET /api/users/channels/':
          return [
            200,
            { channels: ['SMS', 'VOICE', 'EMAIL'].map((channel) => ({ channel, is_available: true })) },
          ]
        case 'GET /api/alerts/settings/':
          return [200, someAlertSettings]
        case 'GET /api/alerts/user-settings/1/':
          return [200, { entries: [entry] }, { ETag: '"v1"' }]
        case manage:
          return [200, { entries: [entry] }]
        default:
          return call.startsWith('GET /api/alerts/conditions/1/')
            ? [200, { conditions: [observed] }]
            : undefined
      }
    },
    { networks: [{ is_da_enabled: hasBridges }] },
  )
}
const observed = {
  ...{ setting_id: 8111, state: 'TRUE', since: '2026-11-21T11:50:00Z', value: 600 },
  observed_at: '2026-11-21T12:00:00Z',
}
const box = (name: string) => screen.findByRole<HTMLInputElement>('checkbox', { name }, wait)
const press = (name: string | RegExp) => screen.findByRole('button', { name }, wait)
const namesIn = async (region: string) =>
  within(await screen.findByRole('region', { name: region }, wait))
    .getAllByRole('link')
    .map((link) => link.textContent)

describe('Manage Alerts of bridges', { timeout: 90_000 }, () => {
  it('P912: the list says of one that is behind that its height does not rise', async () => {
    const page = await open('/alerts?target=bridges')
    await namesIn('My bridges')
    for (const minute of ['00', '02'])
      page.line({
        kind: 'event',
        event: {
          event: 'bridges',
          data: {
            changed: [
              {
                ...{ id: 2, height: 90, lag: 10, sync_status: 'CATCHING_UP' },
                last_otel_update: `2026-11-21T12:${minute}:00Z`,
              },
            ],
            ...{ removed: [], seq: 7 },
          },
        },
      })
    await waitFor(async () =>
      expect(await namesIn('My bridges')).toEqual([expect.stringContaining('Not rising')]),
    )
  })

  it('P234: lists them, one for each peer id, the own ones first, finds one, and has it in the address', async () => {
    const page = await open('/alerts?target=bridges')
    expect(await namesIn('My bridges')).toEqual(['tallow-da12D3KooWBridge2Stalled11 alert'])
    const others = await namesIn('Other bridges')
    expect(others.map((text) => text?.slice(0, 6))).toEqual(['birch-', 'cobalt'])
    await screen.findByRole('heading', { name: 'Every bridge' })
    await page.user.type(screen.getByRole('searchbox', { name: 'Name or peer ID' }), 'bridge1')
    expect(screen.queryByRole('region', { name: 'My bridges' })).toBeNull()
    await page.user.click(screen.getByRole('link', { name: /birch-eu/ }))
    await screen.findByRole('heading', { name: 'birch-eu' }, wait)
    expect(window.location.search).toBe('?bridge=1')
  })

  it('P235: has what is set for a bridge and how it stands, and saves what is changed, for several at once', async () => {
    const page = await open('/alerts?bridge=2&bridge=3')
    await screen.findByRole('heading', { name: 'tallow-da' }, wait)
    expect((await box('SMS: Bridge stalled')).checked).toBe(true)
    const row = within(await screen.findByRole('row', { name: /Bridge stalled/ }))
    await row.findByText('Yes')
    row.getByText('10 min')
    expect(page.asked.map(({ call }) => call)).toContain('GET /api/alerts/conditions/1/?bridge_id=2')
    await screen.findByText('These settings will also apply to 1 more bridge.')
    await page.user.click(await press('Recommended for an operator'))
    expect(screen.queryByRole('button', { name: /delegator/ })).toBeNull()
    expect((await box('Call: Bridge stalled')).checked).toBe(true)
    await page.user.click(await press('Save changes'))
    await waitFor(() => expect(page.asked.find(({ call }) => call === manage)).toBeDefined())
    expect(page.asked.find(({ call }) => call === manage)?.body).toEqual({
      blockchain_id: 1,
      // The one that pushes, although the address names the other one with its peer id.
      targets: [{ bridge_id: 2 }, { bridge_id: 4 }],
      entries: expect.arrayContaining([
        { setting_id: 8111, channels: ['SMS', 'VOICE', 'EMAIL'] },
        { setting_id: 7021, channels: ['EMAIL'] },
      ]),
    })
  })

  it('P235: takes over the settings of another bridge, and gives its own to others', async () => {
    const page = await open('/alerts?bridge=1')
    await page.user.click(await press('Copy from'))
    await page.user.click(await screen.findByRole('menuitem', { name: 'tallow-da' }, wait))
    expect((await box('SMS: Bridge stalled')).checked).toBe(true)
    await page.user.click(await press('Apply to several'))
    const dialog = within(await screen.findByRole('dialog', { name: 'Apply to several' }, wait))
    await page.user.click(dialog.getByRole('checkbox', { name: /cobalt/ }))
    await page.user.click(dialog.getByRole('button', { name: 'Choose 2' }))
    await screen.findByText('These settings will also apply to 1 more bridge.')
    expect(window.location.search).toBe('?bridge=1&bridge=4')
  })

  it('P235: mutes what is set for it', async () => {
    const bodies: string[] = []
    const page = await open('/alerts?bridge=2', (call) => {
      if (call !== 'POST /api/alerts/mute/') return undefined
      bodies.push(call)
      return [200, { entries: [entry] }]
    })
    await page.user.click(await press('Mute'))
    await page.user.click(await screen.findByRole('menuitem', { name: 'For an hour' }, wait))
    await waitFor(() => expect(bodies).toHaveLength(1))
    const asked = page.asked.find(({ call }) => call === 'POST /api/alerts/mute/')
    expect(asked?.body).toMatchObject({ entry_ids: [11] })
  })

  it('P236: says of a bridge that there is no replay, and asks for none', async () => {
    await open('/alerts?bridge=2')
    await screen.findByText(/^Replay isn’t available for bridges/, {}, wait)
    expect(screen.queryByRole('button', { name: /How often/ })).toBeNull()
  })

  it('P239: says that the one in the address is not there, and that there are none', async () => {
    await open('/alerts?bridge=99')
    await screen.findByText('Bridge not found', {}, wait)
  })
  it('P239: says that none has reported yet', async () => {
    await open('/alerts?target=bridges', (call) =>
      call === list ? [200, { network_height: 100, bridges: [] }] : undefined,
    )
    await screen.findByText('No bridges yet', {}, wait)
  })

  it('P239: settings of validators do not wait for bridges that could not be loaded, which are asked for again', async () => {
    const broken = { now: true }
    const page = await open('/alerts?validator=1', (call) =>
      call === list && broken.now ? [500, problem(500, 'internal_error')] : undefined,
    )
    await box('SMS: Three missed')
    await page.user.click(await screen.findByRole('radio', { name: 'Bridges' }, wait))
    const status = await screen.findByText(/^Couldn’t load the bridges/, {}, wait)
    await screen.findByText('Couldn’t load your alert settings')
    broken.now = false
    await page.user.click(within(status).getByRole('button', { name: 'Try again' }))
    expect(await namesIn('My bridges')).toHaveLength(1)
  })

  it('P234: where there is no data availability an address of bridges chooses nothing', async () => {
    const page = await open('/alerts?bridge=2', undefined, false)
    await screen.findByText('Choose a validator', {}, wait)
    expect(screen.queryByRole('radio', { name: 'Bridges' })).toBeNull()
    expect(page.asked.map(({ call }) => call)).not.toContain(list)
  })

  it('P237: are led to by the menu of a bridge’s row', async () => {
    const page = await open('/bridges')
    await page.user.click(await press('More about birch-eu'))
    const details = await screen.findByRole('menuitem', { name: 'Details' }, wait)
    expect(details.getAttribute('href')).toBe('/bridges/1')
    screen.getByRole('menuitem', { name: 'Copy peer ID' })
    await page.user.click(screen.getByRole('menuitem', { name: 'Alerts' }))
    await screen.findByRole('heading', { name: 'birch-eu' }, wait)
    expect(window.location.search).toBe('?bridge=1')
  })
})
