import { Params } from 'cosmjs-types/cosmos/gov/v1/gov'
import { intField } from '@roundsman/cometbft/protobuf'
import { joinBytes } from '../bytes.ts'
import type { ChainState } from '../chain/chain-state.ts'
import type { Chain } from '../chain/create-chain.ts'
import { type Ballot, ballotsAt } from '../governance/ballots.ts'
import {
  DEPOSIT_PERIOD,
  type Governance,
  type ProposalRecord,
  VOTING_PERIOD,
} from '../governance/governance-state.ts'
import type { IavlTree, StoredPair } from '../merkle/iavl-tree.ts'
import type { GovernanceProfile } from '../network-profile.ts'
import { hasLegacyParams } from '../node-version.ts'
import { governanceParams, proposalBytes, voteBytes } from './governance-bytes.ts'
import { storeKeys, uint64 } from './store-keys.ts'
import { hashed, type HashedPair, treeOf } from './store-trees.ts'

/** The trees of x/gov and x/signal, made anew only when something in them is another. */
export interface GovernanceTrees {
  gov(state: Readonly<ChainState>): IavlTree | null
  signal(state: Readonly<ChainState>): IavlTree | null
}

/** What follows from one record and from one vote: hashed once, since neither is ever changed. */
const recordPairs = new WeakMap<ProposalRecord, HashedPair[]>()
const ballotPairs = new WeakMap<Ballot, HashedPair>()

export function createGovernanceTrees(chain: Chain): GovernanceTrees {
  const { profile } = chain
  let gov: { of: Governance; ballots: string; tree: IavlTree } | null = null
  let signal: { signals: unknown; upgrade: unknown; tree: IavlTree } | null = null
  return {
    gov(state) {
      const { governance, height } = state
      if (governance === null || profile.governance === null) return null
      const votes = governance.proposals
        .filter(({ status }) => status === VOTING_PERIOD)
        .map((proposal) => ({ proposal, ballots: [...ballotsAt(chain.world, proposal, height).values()] }))
      const said = votes
        .map(
          ({ proposal, ballots }) =>
            `${proposal.id}:${ballots.map(({ index, at }) => `${index}@${at}`).join()}`,
        )
        .join(';')
      if (gov?.of === governance && gov.ballots === said) return gov.tree
      const pairs = [
        hashed({ key: storeKeys.nextProposal, value: uint64(governance.nextId) }),
        ...governance.proposals.flatMap((proposal) => pairsOf(chain, proposal)),
        ...votes.flatMap(({ proposal, ballots }) => ballots.map((ballot) => pairOf(chain, proposal, ballot))),
        ...paramsPair(chain, profile.governance),
      ]
      gov = { of: governance, ballots: said, tree: treeOf(pairs) }
      return gov.tree
    },
    signal({ governance }) {
      if (governance === null || profile.governance?.signalDelay == null) return null
      const { signals, upgrade } = governance
      if (signal?.signals === signals && signal.upgrade === upgrade) return signal.tree
      const pairs = [...signals].map(([index, version]) =>
        hashed({ key: operatorOf(chain, index), value: uint64(version) }),
      )
      if (upgrade !== null) pairs.push(hashed({ key: storeKeys.signalUpgrade, value: upgradeBytes(upgrade) }))
      signal = { signals, upgrade, tree: treeOf(pairs) }
      return signal.tree
    },
  }
}

/** celestia.signal.v1.Upgrade. */
export function upgradeBytes({ version, height }: { version: number; height: number }): Uint8Array {
  return joinBytes([intField(1, version), intField(2, height)])
}

/** A record by its id, the queue of those that end, and the mark of those that are voted on. */
function pairsOf(chain: Chain, proposal: ProposalRecord): HashedPair[] {
  const known = recordPairs.get(proposal)
  if (known !== undefined) return known
  const { id, status, votingEndAt, depositEndAt } = proposal
  const pairs: StoredPair[] = [{ key: storeKeys.proposal(id), value: proposalBytes(chain, proposal) }]
  if (status === DEPOSIT_PERIOD)
    pairs.push({ key: storeKeys.inactiveProposal(depositEndAt, id), value: uint64(id) })
  if (status === VOTING_PERIOD && votingEndAt !== null) {
    pairs.push({ key: storeKeys.activeProposal(votingEndAt, id), value: uint64(id) })
    // SDK 0.46 has no such mark.
    if (!hasLegacyParams(chain.profile))
      pairs.push({ key: storeKeys.votedProposal(id), value: Uint8Array.of(1) })
  }
  const made = pairs.map(hashed)
  recordPairs.set(proposal, made)
  return made
}

function pairOf(chain: Chain, { id }: ProposalRecord, ballot: Ballot): HashedPair {
  const known = ballotPairs.get(ballot)
  if (known !== undefined) return known
  const key = storeKeys.vote(id, operatorOf(chain, ballot.index))
  const pair = hashed({ key, value: voteBytes(chain, id, ballot) })
  ballotPairs.set(ballot, pair)
  return pair
}

function paramsPair({ profile }: Chain, governance: GovernanceProfile): HashedPair[] {
  if (hasLegacyParams(profile)) return []
  const value = Params.encode(governanceParams(profile, governance)).finish()
  return [hashed({ key: storeKeys.governanceParams, value })]
}

function operatorOf({ roster }: Chain, index: number): Uint8Array {
  return roster[index]?.operatorBytes ?? new Uint8Array()
}
