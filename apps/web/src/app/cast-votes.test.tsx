import { cleanup, screen, within } from '@testing-library/react'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { someDetails } from '../data/testing/some-details.ts'
import { someList, someValidator } from '../data/testing/some-list.ts'
import { openPage, problem, type Reply, robin } from './testing/open-page.tsx'

type Answer = (call: string) => Reply | undefined

/** The page of a validator, as a member sees it. */
function open(path: string, otherwise: Answer = () => undefined) {
  return openPage(path, (call) => {
    const said = otherwise(call)
    if (said !== undefined) return said
    if (call === 'GET /api/users/profile/') return [200, robin]
    if (call === 'GET /api/users/preferences/') return [200, { favourite_validators: [], tables: {} }]
    if (call === 'GET /api/blockchains/list/1/') return [200, someList([someValidator({ id: 7 })])]
    if (/\/details\/1\/7\//.test(call)) return [200, someDetails({ id: 7 })]
    if (call.startsWith('GET /api/alerts/history/')) return [200, []]
    if (call.startsWith('GET /api/governance/1/votes/')) return [200, { votes: [] }]
    return undefined
  })
}

beforeEach(() => {
  vi.spyOn(HTMLCanvasElement.prototype, 'getContext').mockReturnValue(null)
})

describe('the votes on a validator’s page', { timeout: 90_000 }, () => {
  it('P996: shows what it voted and where it did not, with a link to each proposal', async () => {
    const proposal = {
      kind: 'TEXT',
      state: 'PASSED',
      is_expedited: false,
      voting_end_at: '2026-11-19T12:00:00Z',
    }
    const unseen = { vote: null, at: null, height: null, assurance: null }
    const seen = { at: '2026-11-19T10:00:00Z', height: 9, assurance: 'PROVEN' }
    const votes = [
      { ...proposal, proposal_id: 31, title: 'Open', state: 'VOTING', did: 'NOT_VOTED', ...seen, vote: null },
      {
        ...{ ...proposal, proposal_id: 30, title: 'Split \u202Eit', did: 'VOTED', ...seen },
        vote: [
          { option: 'YES', weight: 0.7 },
          { option: 'NO', weight: 0.3 },
        ],
      },
      { ...proposal, proposal_id: 29, title: 'Missed', did: 'NOT_VOTED', ...seen, vote: null },
      { ...proposal, proposal_id: 28, title: 'Unseen', did: 'UNKNOWN', ...unseen },
      { ...proposal, proposal_id: 27, title: '', did: 'VOTED', ...seen, vote: [{ option: 'NO', weight: 1 }] },
      { ...proposal, proposal_id: 26, title: 'Sixth', did: 'UNKNOWN', ...unseen },
    ]
    await open('/validators/7', (call) =>
      call === 'GET /api/governance/1/votes/7/' ? [200, { votes }] : undefined,
    )
    const card = await screen.findByRole('region', { name: 'Votes' })
    await within(card).findByText('Voted on 2 of 3')
    expect(
      within(card)
        .getAllByRole('listitem')
        .map((item) => item.textContent),
    ).toEqual([
      expect.stringMatching(/^#31 OpenNot votedVoting ends /),
      expect.stringMatching(/^#30 Split itYes 70%, No 30%Voting ended /),
      expect.stringMatching(/^#29 MissedDidn’t vote/),
      expect.stringMatching(/^#28 UnseenUnknown/),
      expect.stringMatching(/^#27 Untitled proposalNo/),
    ])
    const links = within(card)
      .getAllByRole('link')
      .map((link) => link.getAttribute('href'))
    expect(links).toEqual(['/governance', ...[31, 30, 29, 28, 27].map((id) => `/governance/${id}`)])
  })

  it('P996: says so where no votes are known, and where they could not be read', async () => {
    await open('/validators/7')
    await within(await screen.findByRole('region', { name: 'Votes' })).findByText(
      'No proposals on this network yet.',
    )
    cleanup()
    await open('/validators/7', (call) =>
      call.startsWith('GET /api/governance/') ? [404, problem(404, 'not_found')] : undefined,
    )
    await within(await screen.findByRole('region', { name: 'Votes' })).findByText('Couldn’t load the votes.')
  })
})
