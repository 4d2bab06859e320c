import { act, screen } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { someAlert } from '../data/testing/some-alert.ts'
import { openAlerts, wait } from './testing/open-alerts.tsx'

describe('on a phone', { timeout: 90_000 }, () => {
  it('P986: the button of the navigation has the number of alerts that nobody has acknowledged', async () => {
    let count = 2
    const { line, clock } = await openAlerts(
      '/alerts?validator=1',
      (call) => (call === 'GET /api/alerts/unacknowledged/1/' ? [200, { count }] : undefined),
      { onPhone: true },
    )
    const name = 'Open navigation, 2 not acknowledged'
    expect((await screen.findByRole('button', { name }, wait)).textContent).toBe('2')
    count = 0
    line({ kind: 'event', event: { event: 'alert', data: someAlert({ id: 1 }) } })
    await act(() => clock.advance(300))
    expect((await screen.findByRole('button', { name: 'Open navigation' })).textContent).toBe('')
  })

  it('P987, P1026: on a phone says above the boxes which of them has few or none left, and until when', async () => {
    const left = [
      { channel: 'SMS', is_available: true, left_today: 2 },
      {
        channel: 'VOICE',
        is_available: true,
        left_today: 0,
        kept_today: 2,
        none_until: '2026-11-22T12:22:00.000Z',
      },
      { channel: 'EMAIL', is_available: true },
    ]
    await openAlerts(
      '/alerts?validator=1',
      (call) => (call === 'GET /api/users/channels/' ? [200, { channels: left }] : undefined),
      { onPhone: true },
    )
    const note = await screen.findByText(
      /^SMS: 2 left today\. Call: 2 left until .+, for the gravest\.$/,
      {},
      wait,
    )
    const boxes = await screen.findByRole('checkbox', { name: 'Call: Three missed' })
    expect(note.compareDocumentPosition(boxes)).toBe(Node.DOCUMENT_POSITION_FOLLOWING)
    expect(note.closest('[class*="MuiAlert"][role]')?.className).toMatch(/error/i)
  })
})
