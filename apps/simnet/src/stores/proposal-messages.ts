import { hash } from 'node:crypto'
import { bech32 } from '@scure/base'
import { MsgCommunityPoolSpend } from 'cosmjs-types/cosmos/distribution/v1beta1/tx'
import { CommunityPoolSpendProposal } from 'cosmjs-types/cosmos/distribution/v1beta1/distribution'
import { MsgExecLegacyContent } from 'cosmjs-types/cosmos/gov/v1/tx'
import { TextProposal } from 'cosmjs-types/cosmos/gov/v1beta1/gov'
import { ParameterChangeProposal } from 'cosmjs-types/cosmos/params/v1beta1/params'
import { MsgUpdateParams } from 'cosmjs-types/cosmos/staking/v1beta1/tx'
import { MsgSoftwareUpgrade } from 'cosmjs-types/cosmos/upgrade/v1beta1/tx'
import type { Any } from 'cosmjs-types/google/protobuf/any'
import { bytesField } from '@roundsman/cometbft/protobuf'
import { joinBytes } from '../bytes.ts'
import { bytesFrom } from '../chain/random.ts'
import type { ProposalDraft } from '../governance/governance-state.ts'
import type { NetworkProfile } from '../network-profile.ts'
import { hasLegacyParams } from '../node-version.ts'
import { stakingParams } from './record-bytes.ts'
import { planMessage } from './store-trees.ts'

/** Account of x/gov, which all messages of proposals are sent by. */
export function authorityOf({ staking }: NetworkProfile): string {
  return accountOf(staking?.prefix ?? 'cosmos', hash('sha256', 'gov', 'buffer').subarray(0, 20))
}

function accountOf(prefix: string, bytes: Uint8Array): string {
  return bech32.encode(prefix, bech32.toWords(bytes))
}

/** What a proposal does if it passes. Before SDK 0.47 most of them are an envelope around the content of former times. */
export function proposalMessages(profile: NetworkProfile, draft: ProposalDraft): Any[] {
  const authority = authorityOf(profile)
  if (!hasLegacyParams(profile)) return modernMessages(profile, draft, authority)
  const content = legacyContent(profile, draft)
  if (content === null) return modernMessages(profile, draft, authority)
  const value = MsgExecLegacyContent.encode({ content, authority }).finish()
  return [{ typeUrl: '/cosmos.gov.v1.MsgExecLegacyContent', value }]
}

/** SDK 0.46 has no title and no summary of a proposal: where no content has them, they are in its metadata, if at all. */
export function proposalMetadata(profile: NetworkProfile, draft: ProposalDraft): string {
  const cid = `ipfs://bafybei${Buffer.from(bytesFrom(draft.start, 20)).toString('hex')}`
  if (!hasLegacyParams(profile)) return draft.start % 3 === 0 ? cid : ''
  if (draft.kind !== 'upgrade') return draft.kind === 'other' ? cid : ''
  const { title, summary } = draft
  return JSON.stringify({ title, authors: ['Core contributors'], summary: summary.slice(0, 120) })
}

function modernMessages(profile: NetworkProfile, draft: ProposalDraft, authority: string): Any[] {
  const { staking } = profile
  switch (draft.kind) {
    case 'text':
      return []
    case 'parameters': {
      const params = staking === null ? undefined : stakingParams(staking)
      const changed = { ...params, maxValidators: (params?.maxValidators ?? 100) + 10 }
      const value = MsgUpdateParams.encode(
        MsgUpdateParams.fromPartial({ authority, params: changed }),
      ).finish()
      return [{ typeUrl: '/cosmos.staking.v1beta1.MsgUpdateParams', value }]
    }
    case 'spend': {
      const value = MsgCommunityPoolSpend.encode({ authority, ...spendOf(profile, draft) }).finish()
      return [{ typeUrl: '/cosmos.distribution.v1beta1.MsgCommunityPoolSpend', value }]
    }
    case 'upgrade': {
      const plan = planMessage(draft.plan ?? { name: '', height: 0 })
      const value = MsgSoftwareUpgrade.encode({ authority, plan }).finish()
      return [{ typeUrl: '/cosmos.upgrade.v1beta1.MsgSoftwareUpgrade', value }]
    }
    case 'other':
      // Two of a module that few readers know.
      return ['07-tendermint-9', '07-tendermint-14'].map((client) => ({
        typeUrl: '/ibc.core.client.v1.MsgRecoverClient',
        value: joinBytes([bytesField(1, client), bytesField(2, `${client}1`), bytesField(3, authority)]),
      }))
  }
}

function legacyContent(profile: NetworkProfile, draft: ProposalDraft): Any | null {
  const { title, summary: description } = draft
  switch (draft.kind) {
    case 'text':
      return {
        typeUrl: '/cosmos.gov.v1beta1.TextProposal',
        value: TextProposal.encode({ title, description }).finish(),
      }
    case 'parameters': {
      const changes = [{ subspace: 'staking', key: 'MaxValidators', value: '110' }]
      return {
        typeUrl: '/cosmos.params.v1beta1.ParameterChangeProposal',
        value: ParameterChangeProposal.encode({ title, description, changes }).finish(),
      }
    }
    case 'spend':
      return {
        typeUrl: '/cosmos.distribution.v1beta1.CommunityPoolSpendProposal',
        value: CommunityPoolSpendProposal.encode({
          title,
          description,
          ...spendOf(profile, draft),
        }).finish(),
      }
    default:
      return null
  }
}

function spendOf({ staking }: NetworkProfile, { start }: ProposalDraft) {
  const unit = 10n ** BigInt(staking?.decimals ?? 6)
  return {
    recipient: accountOf(staking?.prefix ?? 'cosmos', bytesFrom(start, 20)),
    amount: [{ denom: staking?.denom ?? '', amount: String(BigInt(1_000 + (start % 90_000)) * unit) }],
  }
}
