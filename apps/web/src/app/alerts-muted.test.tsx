import { act, screen, waitFor, within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { someAlert } from '../data/testing/some-alert.ts'
import { entry, openAlerts, press, wait } from './testing/open-alerts.tsx'

describe('what is muted by an answer', { timeout: 90_000 }, () => {
  it('P970, P971: shows what was muted by a key on the phone, on whichever target and until when, and ends it', async () => {
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
