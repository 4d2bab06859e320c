import type { Contact } from '@roundsman/contract/accounts/contacts'
import { screen, within } from '@testing-library/react'
import { expect, it } from 'vitest'
import { openPage, robin } from './testing/open-page.tsx'

const wait = { timeout: 10_000 }

it('P776: show where PagerDuty reports acknowledgments to, take the secret of its webhook, and let it go again', async () => {
  const url = 'https://celestia.example.org/api/callbacks/pagerduty/5/'
  let shown: Contact = {
    ...{ id: 5, channel: 'PAGERDUTY', name: 'Night', to: '…f4d', state: 'CONFIRMED', problem: null },
    ...{ last_delivered_at: null, created_at: '2026-11-20T09:00:00Z', team_id: null },
    webhook: { url, has_secret: false },
  }
  const bodies: unknown[] = []
  const page = await openPage('/settings?tab=contacts', (call, body) => {
    if (call === 'GET /api/users/contacts/') return [200, { contacts: [shown] }]
    if (call === 'GET /api/users/escalation/') return [200, { escalation: null }]
    if (call !== 'PUT /api/users/contacts/5/')
      return /\/api\/alerts\/|\/preferences\//.test(call) ? undefined : [200, robin]
    bodies.push(body)
    shown = { ...shown, webhook: { url, has_secret: Object(body).webhook_secret !== null } }
    return [200, shown]
  })
  const title = await screen.findByRole('heading', { level: 3, name: 'Night' }, wait)
  const row = within(title.closest('li') ?? title)
  await page.user.click(row.getByRole('button', { name: 'Acknowledge from PagerDuty' }))
  expect(row.getByLabelText('Webhook URL')).toHaveProperty('value', url)
  row.getByText(/Generic Webhooks \(v3\)/)
  await page.user.click(row.getByRole('button', { name: 'Save' }))
  row.getByText('Enter the secret, without spaces')
  expect(bodies).toEqual([])
  await page.user.type(row.getByLabelText('Webhook secret'), 'lPYQuQ9w')
  await page.user.click(row.getByRole('button', { name: 'Save' }))
  await row.findByText('Acknowledging in PagerDuty counts here.', {}, wait)
  expect(row.queryByLabelText('Webhook secret')).toBeNull()
  await page.user.click(row.getByRole('button', { name: 'Change what PagerDuty acknowledges: Night' }))
  await page.user.click(row.getByRole('button', { name: 'Turn off' }))
  await row.findByRole('button', { name: 'Acknowledge from PagerDuty' }, wait)
  expect(bodies).toEqual([
    { name: 'Night', webhook_secret: 'lPYQuQ9w' },
    { name: 'Night', webhook_secret: null },
  ])
})
