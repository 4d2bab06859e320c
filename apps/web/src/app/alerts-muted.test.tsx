import type { AlertSetting, AlertSettings } from '@roundsman/contract/alerts/alerts'
import { act, screen, waitFor, within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { mutedConditions } from '../data/alerts/mutes/condition-mutes.ts'
import { someAlert } from '../data/testing/some-alert.ts'
import { someAlertSettings, someSetting } from '../data/testing/some-alert-settings.ts'
import { entry, openAlerts, press, wait } from './testing/open-alerts.tsx'

describe('what is muted by an answer', { timeout: 90_000 }, () => {
  it('P970, P971, P1030: shows what was muted by a key on the phone, on whichever target and until when, and ends it', async () => {
    const bodies: unknown[] = []
    const until = '2026-11-21T12:58:00Z'
    const on = (id: number, validator: number, setting_id: number) => ({
      ...{ id, blockchain_validator_id: validator, bridge_id: null, setting_id, muted_until: until },
    })
    // Of every validator: no entry is of those that are muted.
    let mutes = [on(1, 2, 1121), on(2, 2, 2011), on(3, 3, 1121)]
    const page = await openAlerts('/alerts?validator=2', (call, body) => {
      if (call === 'POST /api/alerts/unmute-conditions/') {
        bodies.push(body)
        mutes = mutes.filter(({ id }) => id > 2)
        return 204
      }
      return call === 'GET /api/alerts/user-settings/1/'
        ? [200, { entries: [{ ...entry, blockchain_validator_id: null }], condition_mutes: mutes }]
        : undefined
    })
    const list = within(await screen.findByRole('list', { name: 'Muted by your answer' }, wait))
    const [first, second] = list.getAllByRole('listitem')
    await waitFor(() =>
      expect(first?.textContent).toMatch(/^Validator 2Muted until .*12:58.*Three missed; JailedUnmute$/),
    )
    expect(second?.textContent).toMatch(/^Validator 3Muted until .*12:58.*Three missedUnmute$/)
    screen.getByText(/Everything else is still sent, and so is the message that it’s over\.$/)
    // Beside the name of what the settings are of, too.
    await screen.findByText(/^Some muted until .*12:58/)
    await page.user.click(await press('Unmute: Validator 2'))
    await waitFor(() => expect(bodies).toEqual([{ mute_ids: [1, 2] }]))
    await waitFor(() => expect(screen.queryByRole('button', { name: 'Unmute: Validator 2' })).toBeNull())
    expect(screen.queryByText(/^Some muted until/)).toBeNull()
    // Its end is by the server's clock.
    await act(() => page.clock.advance(3_600_000))
    await waitFor(() => expect(screen.queryByRole('list', { name: 'Muted by your answer' })).toBeNull())
  })

  it('P998: names missed blocks as the answer did, the rest in the order of the catalogue, and validators with the same together', async () => {
    const named = (id: number, name: string, change: Partial<AlertSetting> = {}) =>
      someSetting(id, { name, ...change })
    const hour = { unit: 'SECONDS', threshold: 3_600, severity: 'CRITICAL' } as const
    const settings: AlertSettings = {
      ...someAlertSettings,
      UPTIME: [
        named(1011, '1% of the window', { severity: 'WARNING' }),
        named(1012, 'Better', { severity: 'INFO' }),
        named(1121, 'Three missed', { severity: 'CRITICAL' }),
        named(1231, 'Jail within a day', { ...hour, threshold: 86_400 }),
        named(1221, 'Jail within an hour', hour),
      ],
      BONDED: [1, 2, 3, 4].map((at) => named(4_001 + 10 * at, `Bonded ${at}`, { type: 'BONDED' })),
    }
    const bodies: unknown[] = []
    const until = '2026-11-21T12:58:00Z'
    let id = 0
    const on = (validator: number, ...ids: number[]) =>
      ids.map((setting_id) => {
        id += 1
        return { id, blockchain_validator_id: validator, bridge_id: null, setting_id, muted_until: until }
      })
    const mutes = [
      ...on(1, 1231, 1011, 1121),
      ...on(2, 4041, 2011, 1121, 4011, 1221, 4021, 4031),
      ...on(3, 1121, 1231, 1011),
    ]
    const page = await openAlerts('/alerts?validator=2', (call, body) => {
      if (call === 'POST /api/alerts/unmute-conditions/') bodies.push(body)
      if (call === 'POST /api/alerts/unmute-conditions/') return 204
      if (call === 'GET /api/alerts/settings/') return [200, settings]
      return call === 'GET /api/alerts/user-settings/1/'
        ? [200, { entries: [entry], condition_mutes: mutes }]
        : undefined
    })
    const list = within(await screen.findByRole('list', { name: 'Muted by your answer' }, wait))
    const items = () => list.getAllByRole('listitem').map(({ textContent }) => textContent)
    await waitFor(() =>
      expect(items()).toEqual([
        expect.stringMatching(
          /^Validator 1, Validator 3Muted until .*Missed blocks, except jail within 1 hourUnmute$/,
        ),
        expect.stringMatching(
          /^Validator 2Muted until .*12:58.*Three missed; Jail within an hour; Jailed and 4 moreUnmute$/,
        ),
      ]),
    )
    const more = list.getByRole('button', { name: 'and 4 more' })
    expect(more.getAttribute('aria-expanded')).toBe('false')
    await page.user.click(more)
    expect(items()[1]).toMatch(/Jailed; Bonded 1; Bonded 2; Bonded 3; Bonded 4 Show fewerUnmute$/)
    await page.user.click(await press('Unmute: Validator 1, Validator 3'))
    await waitFor(() => expect(bodies).toEqual([{ mute_ids: [1, 2, 3, 11, 12, 13] }]))
  })

  it('P998: says up to which severity missed blocks are muted', () => {
    const settings = {
      ...someAlertSettings,
      UPTIME: [
        someSetting(1101, { severity: 'INFO' }),
        someSetting(1111, { severity: 'WARNING' }),
        someSetting(1121, { severity: 'CRITICAL' }),
      ],
    }
    const of = (...ids: number[]) =>
      mutedConditions(
        ids.map((setting_id) => ({ setting_id })),
        settings,
      )
    expect(of(1111, 1101)).toEqual({ missesUpTo: 'WARNING', others: [] })
    expect(of(1101)).toEqual({ missesUpTo: null, others: ['Setting 1101'] })
    expect(of(2011, 1121, 1101)).toEqual({
      missesUpTo: null,
      others: ['Setting 1101', 'Setting 1121', 'Jailed'],
    })
  })

  it('P970: shows what was muted elsewhere once the alert of it comes by the stream', async () => {
    let mutes: unknown[] = []
    const page = await openAlerts('/alerts?validator=2', (call) =>
      call === 'GET /api/alerts/user-settings/1/'
        ? [200, { entries: [entry], condition_mutes: mutes }]
        : undefined,
    )
    await screen.findByRole('checkbox', { name: 'SMS: Jailed' }, wait)
    mutes = [
      {
        ...{ id: 1, blockchain_validator_id: null, bridge_id: null, setting_id: 9021 },
        muted_until: '2026-11-21T12:58:00Z',
      },
    ]
    page.line({ kind: 'event', event: { event: 'alert', data: someAlert({ id: 51 }) } })
    await act(() => page.clock.advance(400))
    await screen.findByRole('button', { name: 'Unmute: Celestia Mainnet' }, wait)
  })
})
