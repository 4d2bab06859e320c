import { screen } from '@testing-library/react'
import { expect, it } from 'vitest'
import { someAlert } from '../data/testing/some-alert.ts'
import { someList, someValidator } from '../data/testing/some-list.ts'
import { openPage, robin } from './testing/open-page.tsx'

it.each([
  ['Open proposal 42', '/governance/42', { proposal_id: 42, title: 'Raise the block size' }],
  ['Open governance', '/governance', { version: 8, power_share: 0.52 }],
])(
  'P979: the history leads from a vote to its proposal, and from signals to Governance: %s',
  async (name, href, evidence) => {
    const vote = someAlert({ id: 12, type: 'GOVERNANCE', title: 'Not voted, 6 hours left', evidence })
    const asked: string[] = []
    const { user } = await openPage('/alerts-history?type=GOVERNANCE', (call) => {
      if (call === 'GET /api/users/profile/') return [200, robin]
      if (call === 'GET /api/blockchains/list/1/') return [200, someList([someValidator({ id: 7 })])]
      if (call === 'GET /api/alerts/unacknowledged/1/') return [200, { count: 1 }]
      if (!call.startsWith('GET /api/alerts/history/')) return undefined
      asked.push(call)
      return [200, [vote]]
    })
    const details = { name: 'Details: Not voted, 6 hours left' }
    await user.click(await screen.findByRole('button', details, { timeout: 10_000 }))
    expect(asked[0]).toContain('type=GOVERNANCE')
    const link = await screen.findByRole('link', { name })
    expect(link.getAttribute('href')).toBe(href)
  },
)
