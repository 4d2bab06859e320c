import type { VoteOption, WeightedOption } from '@roundsman/cometbft/governance'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Governing, NewProposal } from './conformance/chain-under-test.ts'
import { chainParameters } from './localnet/chain-parameters.ts'
import type { Localnet } from './localnet/localnet.ts'

/** x/gov's own account, in whose name a proposal's messages are: the same on every chain with this prefix. */
const authority = 'cosmos10d07y265gmmuvt4z0w9aw880jnsr700j6zn9kn'
/** What a genesis asks for; five times as much where it is expedited. */
const deposit = (isExpedited: boolean) =>
  `${isExpedited ? 50_000_000 : 10_000_000}${chainParameters.denomination}`

interface RealGoverning extends Governing {
  /** Ids begin again. */
  beginAgain(): void
}

/** Proposals and votes by the commands of the node's own program, as an operator sends them. */
export function createGoverning(net: Localnet, dir: string): RealGoverning {
  let proposed = 0
  const granted = new Set<string>()
  const file = async (content: object) => {
    const path = join(dir, 'message.json')
    await writeFile(path, JSON.stringify(content))
    return path
  }

  /** SDK 0.46 has titles in metadata and in contents, later ones have their own. */
  async function submit({ title, summary, plan, isExpedited = false }: NewProposal): Promise<string[]> {
    const words = ['gov', 'submit-proposal']
    if (net.version !== '0.46') {
      const upgrade = { '@type': '/cosmos.upgrade.v1beta1.MsgSoftwareUpgrade', authority, plan: planOf(plan) }
      const messages = plan === undefined ? [] : [upgrade]
      const terms = { deposit: deposit(isExpedited), expedited: isExpedited }
      return [...words, await file({ messages, metadata: 'none', title, summary, ...terms })]
    }
    if (plan === undefined) {
      const metadata = JSON.stringify({ title, summary })
      return [...words, await file({ messages: [], metadata, deposit: deposit(false) })]
    }
    return [
      ...['gov', 'submit-legacy-proposal', 'software-upgrade', plan.name, '--no-validate'],
      ...['--title', title, '--description', summary, '--deposit', deposit(false)],
      ...['--upgrade-height', String(plan.height), '--upgrade-info', '{}'],
    ]
  }

  return {
    async propose(index, proposal) {
      await net.tx(index, await submit(proposal))
      proposed += 1
      return proposed
    },
    async vote(index, id, options) {
      const [only, ...others] = options
      const isWhole = only !== undefined && others.length === 0
      const words = isWhole
        ? ['vote', String(id), wordOf(only.option)]
        : ['weighted-vote', String(id), weighted(options)]
      await net.tx(index, ['gov', ...words])
    },
    async voteThrough(index, grantee, id, option) {
      const { account: voter } = net.node(index)
      const pair = `${index} ${grantee}`
      const grant = [
        'authz',
        'grant',
        net.node(grantee).account,
        'generic',
        '--msg-type',
        '/cosmos.gov.v1.MsgVote',
      ]
      if (!granted.has(pair)) await net.tx(index, grant)
      granted.add(pair)
      const vote = {
        '@type': '/cosmos.gov.v1.MsgVote',
        proposal_id: String(id),
        voter,
        option: `VOTE_OPTION_${option}`,
      }
      await net.tx(grantee, ['authz', 'exec', await file(unsigned({ ...vote, metadata: '' }))])
    },
    cancel: async (index, id) => {
      await net.tx(index, ['gov', 'cancel-proposal', String(id)])
    },
    signal: async (index, version) => {
      await net.tx(index, ['signal', 'signal', String(version)])
    },
    tryUpgrade: async (index) => {
      await net.tx(index, ['signal', 'try-upgrade'])
    },
    beginAgain() {
      proposed = 0
      granted.clear()
    },
  }
}

const planOf = (plan: NewProposal['plan']) => ({
  ...{
    name: plan?.name,
    height: String(plan?.height),
    info: 'https://example.com',
    upgraded_client_state: null,
  },
  time: '0001-01-01T00:00:00Z',
})

const wordOf = (option: VoteOption) => option.toLowerCase()

const weighted = (options: readonly WeightedOption[]) =>
  options.map(({ option, weight }) => `${wordOf(option)}=${weight}`).join()

/** As the program reads what somebody else is to send. */
function unsigned(message: object): object {
  const extensions = { extension_options: [], non_critical_extension_options: [] }
  return {
    body: { messages: [message], memo: '', timeout_height: '0', ...extensions },
    auth_info: { signer_infos: [], fee: { amount: [], gas_limit: '200000', payer: '', granter: '' } },
    signatures: [],
  }
}
