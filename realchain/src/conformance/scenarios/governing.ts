import { accountPrefix, bech32ToHex, hexToBech32 } from '@roundsman/cometbft/address'
import type { FullHeader } from '@roundsman/cometbft/domain'
import { createEndpointPool, type EndpointPool } from '@roundsman/cometbft/endpoint-pool'
import type { Proposal, ProposalVotes, UpgradeSignals, WeightedOption } from '@roundsman/cometbft/governance'
import { createGovernanceReader, type GovernanceRequest } from '@roundsman/cometbft/governance-reader'
import type { Fetch } from '@roundsman/cometbft/rpc-client'
import { expect } from 'vitest'
import { chainParameters } from '../../localnet/chain-parameters.ts'
import { machine } from '../../localnet/machine.ts'
import { anothersVote, forgedVote, hiddenVote, noProposals } from '../../lying/governance-lies.ts'
import { openLyingEndpoint } from '../../lying/lying-endpoint.ts'
import type { Lie } from '../../lying/rpc-call.ts'
import type { Governing } from '../chain-under-test.ts'
import type { Scenario } from '../scenario.ts'
import { createWatch, type Watch } from '../watch.ts'

const whole = (option: WeightedOption['option']) => [{ option, weight: '1.000000000000000000' }]
const split: WeightedOption[] = [
  { option: 'YES', weight: '0.600000000000000000' },
  { option: 'NO', weight: '0.400000000000000000' },
]
const text = { title: 'What is voted on', summary: 'A **text**' }
/** Blocks from a proposal to the upgrade that it plans: more than its period can have. */
const blocksToUpgrade = 170
/** What honest endpoints are slower by, so that the liar is the one that is asked. */
const honestDelayMs = 150

export const governing: readonly Scenario[] = [
  {
    rule: 'C44',
    title:
      'validators vote: whole, split, through a grantee, or not at all; each vote is proven, and the newest counts',
    needs: ['govern'],
    run: async (watch) => {
      const { propose, vote, voteThrough } = governingOf(watch)
      const id = await propose(0, text)
      const reader = createGovernanceReader(watch.pool)
      const open = await found(watch, id)
      expect(open).toMatchObject({ ...text, kind: 'TEXT', status: 'VOTING_PERIOD', isExpedited: false })
      await votesAre(watch, id, [null, null, null, null])
      await vote(0, id, whole('YES'))
      await vote(1, id, split)
      await voteThrough(2, 1, id, 'NO_WITH_VETO')
      await votesAre(watch, id, [whole('YES'), split, whole('NO_WITH_VETO'), null])
      await vote(0, id, whole('ABSTAIN'))
      const votes = await votesAre(watch, id, [whole('ABSTAIN'), split, whole('NO_WITH_VETO'), null])
      expect(votes.votingEndAt).toBe(open.votingEndAt)
      // What two hosts say alike where nothing is proven is the same.
      const at = await proven(watch)
      const agreed = { ...at, newest: null, proposalId: id, operators: operators(watch) }
      expect(optionsOf(watch, await reader.votes(agreed))).toEqual(optionsOf(watch, votes))
      expect(await reader.tally(agreed)).toMatchObject({ source: { assurance: 'AGREED' } })
      const ended = await watch.chain.until('its end', async () => {
        await watch.step()
        const outcome = await reader.outcome({ ...(await proven(watch)), proposalId: id })
        return outcome?.proposal?.status === 'VOTING_PERIOD' ? null : outcome
      })
      expect(ended).toMatchObject({ proposal: { status: 'REJECTED' }, source: { assurance: 'PROVEN' } })
      expect(ended?.proposal?.finalTally?.noWithVeto).toBeGreaterThan(0n)
      // Votes are gone with their period: nobody has "not voted".
      const after = { ...(await proven(watch)), proposalId: id, operators: operators(watch) }
      expect(await reader.votes(after)).toBeNull()
      expect((await listed(watch)).map((one) => one.id)).not.toContain(id)
    },
  },
  {
    rule: 'C45',
    title:
      'an expedited proposal fails and goes on: with another end, and without the votes it had; then it is cancelled',
    needs: ['govern', 'expedite'],
    run: async (watch) => {
      const { propose, vote, cancel } = governingOf(watch)
      const plan = { name: 'never', height: watch.height() + 1_000_000 }
      const id = await propose(1, { ...text, plan, isExpedited: true })
      const before = await found(watch, id)
      expect(before).toMatchObject({ kind: 'SOFTWARE_UPGRADE', isExpedited: true, messages: [{ plan }] })
      await vote(0, id, whole('YES'))
      const first = await votesAre(watch, id, [whole('YES'), null, null, null])
      expect(first.votingEndAt).toBe(before.votingEndAt)
      const later = await watch.chain.until('it goes on', async () => {
        const one = await found(watch, id)
        return one.isExpedited ? null : one
      })
      expect(later.votingStartAt).toBe(before.votingStartAt)
      expect(later.votingEndAt ?? 0).toBeGreaterThan(before.votingEndAt ?? 0)
      const second = await votesAre(watch, id, [null, null, null, null])
      expect(second.votingEndAt).toBe(later.votingEndAt)
      await cancel(1, id)
      const reader = createGovernanceReader(watch.pool)
      await watch.chain.until('it is gone', async () => {
        await watch.step()
        const outcome = await reader.outcome({ ...(await proven(watch)), proposalId: id })
        return outcome?.proposal === null && outcome.source.assurance === 'PROVEN' ? true : null
      })
      expect(await reader.outcome({ ...(await proven(watch)), newest: null, proposalId: id })).toMatchObject({
        proposal: null,
        source: { assurance: 'AGREED' },
      })
    },
  },
  {
    rule: 'C46',
    title:
      'one of three endpoints hides a vote, forges one, gives another’s, or hides all proposals: nothing of it is believed',
    needs: ['govern'],
    run: async (watch) => {
      const { propose, vote } = governingOf(watch)
      const id = await propose(2, text)
      await found(watch, id)
      await vote(0, id, whole('NO'))
      const truth = optionsOf(watch, await votesAre(watch, id, [whole('NO'), null, null, null]))
      const lies: [name: string, lie: Lie, isCaught: boolean][] = [
        ['hidden', hiddenVote(voterOf(watch, 0, id)), true],
        ['forged', forgedVote(voterOf(watch, 1, id)), true],
        ["another's", anothersVote(voterOf(watch, 1, id), voterOf(watch, 0, id)), true],
        ['no proposals', noProposals(), true],
      ]
      for (const [name, lie, isCaught] of lies) {
        const at = await proven(watch)
        const { votes, proposals, agreed, listedAlike, lied } = await besideLiar(watch, { lie, at, id })
        expect([name, votes, agreed]).toEqual([name, truth, truth])
        expect([name, proposals, listedAlike]).toEqual([name, [id], [id]])
        expect([name, lied]).toEqual([name, isCaught])
      }
    },
  },
  {
    rule: 'C48',
    title:
      'who has signalled a version of x/signal, and who has not, is proven; with five sixths of the power it is scheduled',
    needs: ['signal'],
    run: async (watch) => {
      const { signal, tryUpgrade } = governingOf(watch)
      await signalsAre(watch, [null, null, null, null])
      for (const index of [0, 1, 2]) await signal(index, nextVersion)
      const some = await signalsAre(watch, [nextVersion, nextVersion, nextVersion, null])
      const [stakes, last] = [chainParameters.stakes, chainParameters.stakes[3]]
      const total = stakes.reduce((sum, stake) => sum + stake, 0n)
      expect(some.tally).toMatchObject({ power: total - last, threshold: (total * 5n) / 6n, total })
      // Three of four are too few.
      await tryUpgrade(0)
      expect((await signalsAre(watch, [nextVersion, nextVersion, nextVersion, null])).upgrade).toBeNull()
      await signal(3, nextVersion)
      await tryUpgrade(3)
      const reader = createGovernanceReader(watch.pool)
      const scheduled = await watch.chain.until('it is scheduled', async () => {
        await watch.step()
        const read = await reader.signals({ ...(await proven(watch)), operators: [], version: null })
        return read === null || read === 'NO_MODULE' || read.upgrade === null ? null : read
      })
      expect(scheduled).toMatchObject({ upgrade: { version: nextVersion }, source: { assurance: 'PROVEN' } })
      expect(scheduled.upgrade?.height).toBeGreaterThan(watch.height() + 100_000)
      const at = { ...(await proven(watch)), newest: null }
      expect(
        await reader.signals({ ...at, operators: operators(watch), version: nextVersion }),
      ).toMatchObject({
        upgrade: scheduled.upgrade,
        source: { assurance: 'AGREED' },
        signals: new Map(),
        tally: { power: total, source: { assurance: 'AGREED' } },
      })
    },
  },
]

/** Higher than that of any chain of the suite. */
const nextVersion = 99

/** Reads on until the signals are these, all of them proven. */
function signalsAre(watch: Watch, expected: readonly (number | null)[]): Promise<UpgradeSignals> {
  const wanted = JSON.stringify(expected)
  return watch.chain.until(`signals ${wanted}`, async () => {
    await watch.step()
    const request = { ...(await proven(watch)), operators: operators(watch), version: nextVersion }
    const read = await createGovernanceReader(watch.pool).signals(request)
    if (read === null || read === 'NO_MODULE') return null
    const all = operators(watch).map((operator) => read.signals.get(operator))
    const isProven = all.every((one) => one?.source.assurance === 'PROVEN') && read.tally !== null
    return isProven && JSON.stringify(all.map((one) => one?.version)) === wanted ? read : null
  })
}

/** The last one: the chain stops for good. */
export const upgrading: readonly Scenario[] = [
  {
    rule: 'C47',
    title: 'a software upgrade that is voted for is planned, and the chain stops at its height',
    needs: ['govern', 'stop_for_upgrade'],
    run: async (before) => {
      const { chain } = before
      const isAnother = before.pool.chainIdSeen !== chain.chainId()
      const watch = isAnother ? createWatch(chain, 1) : before
      await watch.until('the first heights', () => (watch.height() > 2 ? true : null))
      const { propose, vote } = governingOf(watch)
      const plan = { name: 'v2', height: (await watch.shown()) + blocksToUpgrade }
      const id = await propose(0, { ...text, plan })
      expect(await found(watch, id)).toMatchObject({ kind: 'SOFTWARE_UPGRADE', messages: [{ plan }] })
      for (const index of [0, 1, 2]) await vote(index, id, whole('YES'))
      const planned = await watch.until('it is planned', () => watch.state().upgrade?.plan ?? null)
      expect(planned).toEqual(plan)
      const reader = createGovernanceReader(watch.pool)
      const outcome = await watch.chain.until('its end', async () => {
        await watch.step()
        const one = await reader.outcome({ ...(await proven(watch)), proposalId: id })
        return one?.proposal?.status === 'VOTING_PERIOD' ? null : one
      })
      expect(outcome).toMatchObject({ proposal: { status: 'PASSED' }, source: { assurance: 'PROVEN' } })
      // A little at a time: a crowded machine makes one block a second.
      for (let height = watch.height(); height < plan.height - 2; height += 40)
        await watch.reach(Math.min(height, plan.height - 2))
      await watch.until('HALTED', () => (watch.networkState() === 'HALTED' ? true : null))
      expect(watch.height()).toBeGreaterThanOrEqual(plan.height - 2)
      expect(watch.height()).toBeLessThan(plan.height)
    },
  },
]

function governingOf({ chain }: Watch): Governing {
  if (chain.governing === null) throw new Error('nobody votes on this chain')
  return chain.governing
}

const operators = ({ chain }: Watch) =>
  chain
    .members()
    .slice(0, 4)
    .map(({ operator }) => operator)

/** The newest state that is proven by a header, which the recording has proven itself. */
async function proven(watch: Watch): Promise<GovernanceRequest & { newest: { header: FullHeader } }> {
  const height = watch.height()
  const { header, commit } = await watch.pool.use((node) => node.commit(height))
  expect(commit.blockId.hash).toBe(watch.at(height).block.hash)
  return { height: height - 1, newest: { header, assurance: 'PROVEN' } }
}

async function listed(watch: Watch): Promise<readonly Proposal[]> {
  const read = await createGovernanceReader(watch.pool).proposals(await proven(watch))
  if (read === null || read === 'NO_MODULE') throw new Error(`there are no proposals: ${read}`)
  expect(read.source.assurance).toBe('PROVEN')
  return read.proposals
}

/** As soon as it is among those in voting period. */
function found(watch: Watch, id: number): Promise<Proposal> {
  return watch.chain.until(`proposal ${id}`, async () => {
    await watch.step()
    return (await listed(watch)).find((one) => one.id === id) ?? null
  })
}

/** Votes by the number of the validator; undefined: unknown. */
function optionsOf(
  watch: Watch,
  read: ProposalVotes | null,
): (readonly WeightedOption[] | null | undefined)[] {
  return operators(watch).map((operator) => read?.votes.get(operator)?.options)
}

/** Reads on until the votes are these, all of them proven. */
function votesAre(
  watch: Watch,
  proposalId: number,
  expected: readonly (readonly WeightedOption[] | null)[],
): Promise<ProposalVotes> {
  const wanted = JSON.stringify(expected)
  return watch.chain.until(`votes ${wanted}`, async () => {
    await watch.step()
    const request = { ...(await proven(watch)), proposalId, operators: operators(watch) }
    const read = await createGovernanceReader(watch.pool).votes(request)
    const all = [...(read?.votes.values() ?? [])].map(({ source }) => source.assurance)
    const isProven = all.length === 4 && all.every((assurance) => assurance === 'PROVEN')
    return isProven && JSON.stringify(optionsOf(watch, read)) === wanted ? read : null
  })
}

function voterOf(watch: Watch, index: number, proposalId: number) {
  const operator = operators(watch)[index] ?? ''
  const account = hexToBech32(accountPrefix(operator) ?? '', bech32ToHex(operator).hex)
  return { proposalId, operator, account }
}

/** What is read beside a liar that is asked first, proven and compared. */
async function besideLiar(watch: Watch, { lie, at, id }: { lie: Lie; at: GovernanceRequest; id: number }) {
  const liar = await openLyingEndpoint(watch.chain.endpoints[0] ?? '')
  try {
    liar.say(lie)
    const pool = await poolWith(watch, liar)
    const reader = createGovernanceReader(pool)
    const request = { ...at, proposalId: id, operators: operators(watch) }
    const ids = (read: Awaited<ReturnType<typeof reader.proposals>>) =>
      read === null || read === 'NO_MODULE' ? null : read.proposals.map((one) => one.id)
    // Compared first: who has lied is asked no more.
    const agreed = optionsOf(watch, await reader.votes({ ...request, newest: null }))
    const listedAlike = ids(await reader.proposals({ ...at, newest: null }))
    const proposals = ids(await reader.proposals(at))
    const votes = optionsOf(watch, await reader.votes(request))
    const views = pool.views()
    expect(views.filter(({ host, lies }) => host !== liar.host && lies > 0)).toEqual([])
    return {
      agreed,
      listedAlike,
      proposals,
      votes,
      lied: views.some(({ host, lies }) => host === liar.host && lies > 0),
    }
  } finally {
    await liar.close()
  }
}

async function poolWith({ chain }: Watch, liar: { url: string; host: string }): Promise<EndpointPool> {
  const fetch: Fetch = async (url, init) => {
    if (new URL(url).host !== liar.host) await machine.sleep(honestDelayMs)
    return chain.fetch(url, init)
  }
  const honest = [1, 2].map((index) => chain.endpoints[index] ?? '')
  const pool = createEndpointPool({
    urls: [liar.url, ...honest],
    chainId: chain.chainId(),
    fetch,
    clock: { now: chain.now, monotonic: chain.now },
    timeoutSignal: chain.timeoutSignal,
    random: () => 0.5,
  })
  await pool.probe()
  return pool
}
