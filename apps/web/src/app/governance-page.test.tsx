import type {
  Governance,
  Proposal,
  ProposalDetails,
  Upgrade,
} from '@roundsman/contract/governance/governance'
import { screen, waitFor, within } from '@testing-library/react'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { someList, someValidator } from '../data/testing/some-list.ts'
import { openPage, type Reply, robin } from './testing/open-page.tsx'

const names = ['Copper Lantern', 'Paper Sluice', 'Seven Birch', 'Quiet Harbour']
const list = someList(names.map((moniker, index) => someValidator({ id: index + 1, moniker })))

function someProposal(change: Partial<Proposal> = {}): Proposal {
  return {
    ...{ id: 40, proposal_id: 29, title: 'Raise the block size', kind: 'PARAMETERS', state: 'VOTING' },
    ...{
      is_expedited: false,
      voting_start_at: '2026-11-20T12:00:00Z',
      voting_end_at: '2026-11-23T14:00:00Z',
    },
    ...{ turnout: 0.4, quorum: 0.334, assurance: 'PROVEN', voted: [], not_voted: [], unknown: [] },
    tally: { yes: '6000000', no: '3000000', no_with_veto: '0', abstain: '1000000' },
    ...change,
  }
}

function someDetails(change: Partial<ProposalDetails> = {}): ProposalDetails {
  return {
    ...someProposal(),
    ...{ summary: 'Short.', is_shortened: false, proposer: null, failed_reason: null },
    ...{ vote_command: null, messages: [], votes: [], ...change },
  }
}

const listPath = 'GET /api/governance/1/?limit=50'
const preferences = [1, 2, 3].map((validator_id) => ({ blockchain_id: 1, validator_id }))

/** A page as a member with three validators sees it. */
async function open(path: string, otherwise: (call: string) => Reply | undefined | Promise<Reply>) {
  return openPage(path, (call) => {
    const said = otherwise(call)
    if (said !== undefined) return said
    if (call === 'GET /api/users/profile/') return [200, { ...robin, timezone: 'Europe/Kyiv' }]
    if (call === 'GET /api/blockchains/list/1/') return [200, list]
    if (call === 'GET /api/users/preferences/')
      return [200, { favourite_validators: preferences, tables: {} }]
    return undefined
  })
}
const openList = (body: Partial<Governance>) =>
  open('/governance', (call) =>
    call === listPath ? [200, { proposals: [], upgrade: null, ...body }] : undefined,
  )
const openProposal = (change: Partial<ProposalDetails>) =>
  open('/governance/29', (call) =>
    call === 'GET /api/governance/1/29/' ? [200, someDetails(change)] : undefined,
  )

const card = (name: string | RegExp) => screen.findByRole('article', { name })

describe('/governance', () => {
  it('P950: what ends first stands first, with a countdown and its end in the reader’s zone; then what is over', async () => {
    await openList({
      proposals: [
        someProposal({ id: 41, proposal_id: 30, title: 'Later', voting_end_at: '2026-11-28T12:00:00Z' }),
        someProposal({ is_expedited: true }),
        someProposal({ id: 3, proposal_id: 3, title: 'Long ago', state: 'REJECTED' }),
      ],
    })
    const first = await card('Raise the block size')
    expect(screen.getAllByRole('article').map((one) => one.getAttribute('aria-label'))).toEqual([
      'Raise the block size',
      'Later',
    ])
    for (const text of ['#29', 'Parameter change', 'Expedited', 'Ends in 2 d 2 h'])
      within(first).getByText(text)
    within(first).getByText('Mon, Nov 23, 16:00')
    const over = within(screen.getByRole('list', { name: 'Past proposals' })).getByRole('listitem')
    expect(over.textContent).toMatch(/^RejectedLong ago#3Parameter changeEnded/)
    expect(screen.getByRole('link', { name: 'Long ago' }).getAttribute('href')).toBe('/governance/3')
    expect(screen.getByRole('link', { name: 'Governance' }).getAttribute('href')).toBe('/governance')
  })
  it('P950: older ones come on request, after the last that is shown; all is read again each minute', async () => {
    const many = Array.from({ length: 50 }, (_, index) =>
      someProposal({
        id: 100 - index,
        proposal_id: 100 - index,
        title: `No ${100 - index}`,
        state: 'PASSED',
      }),
    )
    const { user, asked, clock } = await open('/governance', (call) => {
      if (call === listPath) return [200, { proposals: many, upgrade: null }]
      if (call === `${listPath}&before=51`)
        return [
          200,
          { proposals: [someProposal({ id: 9, title: 'The first', state: 'PASSED' })], upgrade: null },
        ]
      return undefined
    })
    await user.click(await screen.findByRole('button', { name: 'Older proposals' }))
    await screen.findByRole('link', { name: 'The first' })
    expect(screen.queryByRole('button', { name: 'Older proposals' })).toBeNull()
    expect(asked.filter(({ call }) => call.includes('/governance/')).map(({ call }) => call)).toEqual([
      listPath,
      `${listPath}&before=51`,
    ])
    expect(clock.now()).toBeGreaterThan(0)
  })
  it('P951, P952: turnout against the quorum, and the tally as a table', async () => {
    await openList({ proposals: [someProposal()] })
    const one = await card('Raise the block size')
    within(one).getByText('40.00%')
    within(one).getByText('Quorum 33.40%')
    within(one).getByText('reached')
    const table = within(one).getByRole('table', { name: 'Tally: Raise the block size' })
    const rows = within(table).getAllByRole('row').slice(1)
    expect(rows.map((row) => row.textContent)).toEqual([
      'Yes60.00%6 TIA',
      'No30.00%3 TIA',
      'No with veto0.00%0.00 TIA',
      'Abstain10.00%1 TIA',
    ])
    within(table).getByRole('columnheader', { name: 'Votes' })
  })
  it('P951: what is not known is not zero, and zero is', async () => {
    const none = { yes: '0', no: '0', no_with_veto: '0', abstain: '0' }
    await openList({
      proposals: [
        someProposal({ turnout: null, quorum: null, tally: null }),
        someProposal({ id: 41, title: 'Nobody yet', turnout: 0, tally: none }),
      ],
    })
    const one = await card('Raise the block size')
    within(one).getByText('Tally unknown')
    within(one).getByText('Quorum unknown')
    within(one).getByText('unknown')
    expect(within(one).queryByText('not reached')).toBeNull()
    const other = await card('Nobody yet')
    within(other).getByText('not reached')
    expect(within(other).getAllByText('0.00%')).toHaveLength(5)
  })
  it('P953: mine by name, with what is to be done first; unknown is never “not voted”', async () => {
    await openList({ proposals: [someProposal({ voted: [1], not_voted: [2], unknown: [3] })] })
    const mine = within(await card('Raise the block size')).getByRole('list', { name: 'My validators' })
    await within(mine).findByRole('link', { name: /Paper Sluice/ })
    const items = within(mine).getAllByRole('listitem')
    expect(items.map(({ textContent }) => textContent?.replace(/^[A-Z]{2}/, ''))).toEqual([
      'Paper SluiceNot voted',
      'Seven BirchUnknown',
      'Copper LanternVoted',
    ])
    const icons = items.map((item) => item.querySelector('[data-mark] svg')?.getAttribute('data-testid'))
    expect(new Set(icons).size).toBe(3)
    const tones = items.map((item) => item.querySelector('[data-mark]')?.getAttribute('data-mark'))
    expect(tones).toEqual(['warning', 'neutral', 'success'])
    expect(
      within(mine)
        .getByRole('link', { name: /Paper Sluice/ })
        .getAttribute('href'),
    ).toBe('/validators/2')
  })
  it('P953: with less than a day left it is red; of a past one only what is known is said', async () => {
    await openList({
      proposals: [
        someProposal({ not_voted: [2], voting_end_at: '2026-11-22T11:00:00Z' }),
        someProposal({ id: 9, title: 'Old', state: 'PASSED', voted: [1], not_voted: [2], unknown: [3] }),
      ],
    })
    const mark = within(await card('Raise the block size')).getByText('Not voted')
    expect(mark.closest('[data-mark]')?.getAttribute('data-mark')).toBe('error')
    const old = within(screen.getByRole('list', { name: 'Past proposals' })).getByRole('listitem')
    for (const text of ['1 voted', '1 didn’t vote', '1 unknown']) within(old).getByText(text)
  })
  it('P954: says that there are none', async () => {
    await openList({})
    await screen.findByText('No proposals yet')
  })
  it('P954: is loading, failed with a way to ask again, and stale', async () => {
    let answer: Reply | Promise<Reply> = new Promise<Reply>(() => undefined)
    const waiting = await open('/governance', (call) => (call === listPath ? answer : undefined))
    await screen.findByRole('status', { name: 'Loading proposals' })
    answer = 500
    await waiting.queries.cancelQueries()
    await waiting.queries.refetchQueries({ queryKey: ['governance', 1] })
    await screen.findByText('Couldn’t load the proposals')
    answer = [200, { proposals: [someProposal()], upgrade: null }]
    await waiting.user.click(screen.getByRole('button', { name: 'Try again' }))
    within(await card('Raise the block size')).getByText('Source: proven')
    screen.getByText(/^Observed/)
    answer = 500
    await waiting.queries.refetchQueries({ queryKey: ['governance', 1] })
    await screen.findByText('Couldn’t refresh. Showing earlier values.')
    await card('Raise the block size')
  })
  it('P955: a title changes nothing around it', async () => {
    const title = '\u202Eevil\u202C\n\n<b>Free</b>\u0007 air\u200Bdrop \u0301\u0301\u0301\u0301\u0301'
    await openList({
      proposals: [someProposal({ title }), someProposal({ id: 41, proposal_id: 30, title: ' \u200B\n' })],
    })
    await card('evil <b>Free</b> airdrop \u0301\u0301\u0301')
    expect(screen.queryByText('Free')).toBeNull()
    await card('Untitled proposal')
  })

  const plan: Upgrade = {
    ...{ name: 'v6', version: null, height: 43_300, at: '2026-11-22T12:00:00Z', assurance: 'AGREED' },
    signalling: null,
  }
  it('P956: the next upgrade, and how its time was reckoned', async () => {
    await openList({ upgrade: plan })
    const band = await screen.findByRole('region', { name: 'Next upgrade' })
    within(band).getByRole('heading', { name: 'Upgrade v6' })
    within(band).getByText('in 24 h')
    within(band).getByText('about Sun, Nov 22, 14:00')
    await within(band).findByText(
      /^At height 43,300, 43,200 blocks left, estimated at 2.s per block, two sources$/,
    )
  })
  it('P956: nothing is reckoned from what is not known', async () => {
    await openList({ upgrade: { ...plan, at: null } })
    const band = await screen.findByRole('region', { name: 'Next upgrade' })
    await within(band).findByText(/time unknown/)
    expect(within(band).queryByRole('time')).toBeNull()
  })
  it('P957: signals against what is needed, and who of mine has not signaled', async () => {
    const signalling = { version: 6, power_share: 0.7, threshold: 5 / 6, missing: [2, 4] }
    await openList({ upgrade: { ...plan, name: null, version: 6, height: null, at: null, signalling } })
    const band = await screen.findByRole('region', { name: 'Next upgrade' })
    within(band).getByText('70.00% of voting power has signaled version 6')
    within(band).getByText('needs 83.33%')
    within(band).getByText('2 active validators haven’t signaled')
    const mine = await within(band).findByRole('list', { name: 'My validators that haven’t signaled' })
    expect(
      within(mine)
        .getAllByRole('link')
        .map(({ textContent }) => textContent),
    ).toEqual(['PSPaper Sluice'])
  })
})

describe('/governance/…', () => {
  it('P958, P959: its text, what it does, when, why it failed, and the command that votes', async () => {
    const command = 'celestia-appd tx gov vote 29 <option> --from <key> --chain-id celestia'
    await openProposal({
      summary: '## What changes\n\n- one **thing**',
      ...{ proposer: 'celestia1abc', failed_reason: 'no funds', vote_command: command, is_shortened: true },
      messages: [
        {
          type: '/cosmos.upgrade.v1beta1.MsgSoftwareUpgrade',
          fields: [{ name: 'authority', value: 'celestia10d\u202Ex' }],
          plan: { name: 'v6', height: 43_300 },
        },
      ],
    })
    await screen.findByRole('heading', { level: 1, name: 'Raise the block size' })
    screen.getByRole('heading', { level: 3, name: 'What changes' })
    screen.getByRole('heading', { level: 3, name: 'Software upgrade' })
    for (const text of ['v6 at height 43,300', 'celestia10dx', 'celestia1abc', 'no funds', command])
      screen.getByText(text)
    screen.getByText('Shortened. The full text is on the chain.')
    await waitFor(() => expect(document.title).toContain('Raise the block size'))
  })
  it('P959: no command where voting is over', async () => {
    await openProposal({ state: 'PASSED', vote_command: 'x tx gov vote' })
    await screen.findByRole('heading', { level: 1, name: 'Raise the block size' })
    expect(screen.queryByText('x tx gov vote')).toBeNull()
  })
  it.each(['29', 'x', '1e3', '0'])('P958: there is none (%s)', async (id) => {
    await open(`/governance/${id}`, (call) => (call.startsWith('GET /api/governance/') ? 404 : undefined))
    await screen.findByRole('heading', { level: 1 })
  })
  it('P960, P961, P962: HTML is text, links lead away and say where, images are links', async () => {
    await openProposal({
      summary: [
        '<script>alert(1)</script> <b>Bold?</b>',
        '![pixel](https://tracker.example/p.png)',
        '[https://forum.example](https://claim.example/drain)',
        '[docs.example](https://docs.example/)',
        '[free](javascript:alert(1)) [user](https://bank.example@claim.example/)',
      ].join('\n\n'),
    })
    const text = await screen.findByRole('region', { name: 'Description' })
    expect(text.textContent).toContain('<script>alert(1)</script>')
    expect(text.textContent).toContain('[free](javascript:alert(1))')
    expect(text.querySelectorAll('script, img, b')).toHaveLength(0)
    const links = within(text).getAllByRole('link')
    expect(
      links.map((link) => [link.getAttribute('href'), link.nextElementSibling?.textContent ?? null]),
    ).toEqual([
      ['https://tracker.example/p.png', ' (tracker.example)'],
      ['https://claim.example/drain', ' (claim.example)'],
      ['https://docs.example/', null],
    ])
    for (const link of links) {
      expect([link.getAttribute('rel'), link.getAttribute('target')]).toEqual([
        'noopener noreferrer nofollow',
        '_blank',
      ])
      within(link).getByText('(opens in a new tab)')
    }
    expect(links[0]?.textContent).toContain('Image: pixel')
  })
  it.each([
    ['quotes', '>'.repeat(20_000)],
    ['lists', '- '.repeat(5_000)],
    ['emphasis', '*_'.repeat(2_000)],
  ])('P960: what is nested without end is shown as it was written (%s)', async (_name, start) => {
    await openProposal({ summary: `${start}deep` })
    const text = await screen.findByRole('region', { name: 'Description' })
    expect(text.textContent).toContain('deep')
    expect(text.querySelector(':is(blockquote, li, em, strong) '.repeat(9))).toBeNull()
  })

  const seen = { at: '2026-11-21T09:00:00Z', height: 90, assurance: 'PROVEN' } as const
  const votes: ProposalDetails['votes'] = [
    { validator_id: 1, ...seen, vote: [{ option: 'YES', weight: 1 }] },
    { validator_id: 2, ...seen, vote: null },
    {
      ...{ validator_id: 4, ...seen },
      vote: [
        { option: 'NO', weight: 0.7 },
        { option: 'ABSTAIN', weight: 0.3 },
      ],
    },
  ]
  const mine = { voted: [1], not_voted: [2], unknown: [3] }
  const rows = (table: HTMLElement) =>
    [...table.querySelectorAll('tr[data-row]')].map((row) =>
      [...row.querySelectorAll('td')].slice(0, 2).map((cell) => cell.textContent?.replace(/^[A-Z]{2}/, '')),
    )
  it('P963: every vote, searched and sorted', async () => {
    const { user } = await openProposal({ votes, ...mine })
    const table = await screen.findByRole('table', { name: 'Votes by validator' })
    await within(table).findByText('Copper Lantern')
    expect(rows(table)).toEqual([
      ['Paper Sluice', 'Not voted'],
      ['Seven Birch', 'Unknown'],
      ['Quiet Harbour', 'No 70%, Abstain 30%'],
      ['Copper Lantern', 'Yes'],
    ])
    await user.click(within(table).getByRole('button', { name: 'Validator' }))
    expect(rows(table)[0]?.[0]).toBe('Copper Lantern')
    await user.type(screen.getByRole('searchbox'), 'abstain')
    expect(rows(table)).toEqual([['Quiet Harbour', 'No 70%, Abstain 30%']])
    await user.clear(screen.getByRole('searchbox'))
    await user.type(screen.getByRole('searchbox'), 'nobody')
    await screen.findByText('No validator matches “nobody”')
  })
  it('P963: of a past one it says “no vote seen” where nobody looked at the end', async () => {
    await openProposal({
      state: 'PASSED',
      votes: [...votes, { validator_id: 3, ...seen, vote: null }],
      ...mine,
    })
    const table = await screen.findByRole('table', { name: 'Votes by validator' })
    await within(table).findByText('Paper Sluice')
    expect(rows(table).slice(0, 2)).toEqual([
      ['Paper Sluice', 'Didn’t vote'],
      ['Seven Birch', 'No vote seen'],
    ])
  })
  it('P963: CSV has what is shown, in the words of the contract', async () => {
    const saved: Blob[] = []
    URL.createObjectURL = (blob) => {
      saved.push(blob as Blob)
      return 'blob:x'
    }
    URL.revokeObjectURL = () => undefined
    const { user } = await openProposal({ votes, ...mine })
    await screen.findByRole('table', { name: 'Votes by validator' })
    await user.type(screen.getByRole('searchbox'), 'copper')
    await user.click(screen.getByRole('button', { name: 'CSV' }))
    await waitFor(() => expect(saved).toHaveLength(1))
    const text = (await saved[0]?.text()) ?? ''
    expect(text.replace('\uFEFF', '').split('\r\n')).toEqual([
      'validator_id,moniker,operator_address,state,vote,at,height,assurance',
      '1,Copper Lantern,celestiavaloper1q1,VOTED,YES 1,2026-11-21T09:00:00Z,90,PROVEN',
      '',
    ])
  })
})

beforeEach(() => {
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockReturnValue(undefined)
})
