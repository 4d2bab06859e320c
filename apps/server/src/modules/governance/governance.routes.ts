import { countedProposals, proposalLimit } from '@roundsman/contract/governance/governance'
import type { Database } from '../../platform/db/database.ts'
import type { HttpServer } from '../../platform/http/http-server.ts'
import { ProblemError } from '../../platform/http/problem-error.ts'
import { keptByNobody } from '../../platform/http/send-json.ts'
import { favouriteValidators } from '../accounts/accounts.public.ts'
import { type Networks, voteCommandOf } from '../networks/networks.public.ts'
import type { Views } from '../watch/watch.public.ts'
import { castVote, proposalAnswer, proposalDetails, upgradeAnswer } from './governance-answers.ts'
import { participationIn, proposalOf, proposalsOf, signalledUpgrade, votesOf } from './proposals.store.ts'

/** Proposals of a network, and one of them in full, from the database: nobody is asked for an answer. */
export function addGovernanceRoutes(
  server: HttpServer,
  db: Pick<Database, 'orm'>,
  clock: { monotonic(): number },
  views: Pick<Views, 'of'>,
  networks: Pick<Networks, 'byId'>,
): void {
  const { orm } = db

  /** A network as it is shown, and the caller's favourites among its validators. */
  async function shown(networkId: number, userId: number) {
    const view = views.of(networkId)
    const model = view?.model() ?? null
    if (view === null || model === null) return null
    const present = new Set(model.records.map(({ id }) => id))
    const wanted = await favouriteValidators(orm, userId, networkId)
    const favourites = wanted.filter((id) => present.has(id))
    return { view, model, favourites, chain: { networkId, epoch: model.row.epoch } }
  }

  server.add('governance', async ({ params: { blockchainId }, query }, { caller }) => {
    const network = await shown(blockchainId, caller.userId)
    // Nobody has read anything of it yet.
    if (network === null)
      return { status: 200, body: { proposals: [], upgrade: null }, headers: keptByNobody }
    const { view, model, favourites, chain } = network
    const limit = Math.min(query.limit ?? proposalLimit.usual, proposalLimit.most)
    const rows = await proposalsOf(orm, chain, { ...query, limit })
    const votes = await votesOf(orm, rows, favourites)
    const { upgradeName, upgradeHeight, upgradeAssurance } = model.row
    const upgrade = upgradeAnswer({
      plan:
        upgradeHeight === null
          ? null
          : { name: upgradeName ?? '', height: upgradeHeight, assurance: upgradeAssurance ?? 'SINGLE' },
      signalled: await signalledUpgrade(orm, chain),
      active: model.records.flatMap(({ id, power }) => (id !== null && power > 0n ? [id] : [])),
      status: view.status(clock.monotonic()),
    })
    const proposals = rows.map((row) =>
      proposalAnswer(
        row,
        favourites,
        votes.filter(({ proposal }) => proposal === row.id),
      ),
    )
    return { status: 200, body: { proposals, upgrade }, headers: keptByNobody }
  })

  server.add('participation', async ({ params: { blockchainId } }, { caller }) => {
    const network = await shown(blockchainId, caller.userId)
    if (network === null)
      return { status: 200, body: { proposals: 0, validators: [] }, headers: keptByNobody }
    const { proposals, validators } = await participationIn(orm, network.chain, countedProposals)
    const body = {
      proposals,
      validators: validators.map(({ id, voted, notVoted }) => ({
        validator_id: id,
        voted,
        not_voted: notVoted,
      })),
    }
    return { status: 200, body, headers: keptByNobody }
  })

  server.add('validatorVotes', async ({ params: { blockchainId, validatorId } }, { caller }) => {
    const network = await shown(blockchainId, caller.userId)
    if (network === null || network.model.records.every(({ id }) => id !== validatorId))
      throw new ProblemError('not_found')
    const rows = await proposalsOf(orm, network.chain, { limit: proposalLimit.usual })
    const votes = new Map((await votesOf(orm, rows, [validatorId])).map((vote) => [vote.proposal, vote]))
    const body = { votes: rows.map((row) => castVote(row, votes.get(row.id))) }
    return { status: 200, body, headers: keptByNobody }
  })

  server.add('proposal', async ({ params: { blockchainId, proposalId } }, { caller }) => {
    const network = await shown(blockchainId, caller.userId)
    const row = network && (await proposalOf(orm, network.chain, proposalId))
    if (network === null || row === null) throw new ProblemError('not_found')
    const known = networks.byId(blockchainId)
    const command = known && voteCommandOf(known, network.model.row.chainId, row.proposalId)
    const body = proposalDetails(row, network.favourites, await votesOf(orm, [row]), command)
    return { status: 200, body, headers: keptByNobody }
  })
}
