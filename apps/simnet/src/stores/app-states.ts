import { hash } from 'node:crypto'
import { CommitmentProof } from 'cosmjs-types/cosmos/ics23/v1/proofs'
import type { ChainState, ValidatorRecord } from '../chain/chain-state.ts'
import type { Chain } from '../chain/create-chain.ts'
import type { IavlTree } from '../merkle/iavl-tree.ts'
import { createStoreMap } from '../merkle/store-map.ts'
import type { NetworkProfile } from '../network-profile.ts'
import { hasLegacyParams } from '../node-version.ts'
import { legacyGovernanceParams } from './governance-bytes.ts'
import { createGovernanceTrees } from './governance-trees.ts'
import { paramsTree, slashingTree, stakingTree, upgradeTree } from './store-trees.ts'

/** One step of a proof, as `/abci_query` carries it. */
interface ProofOp {
  type: string
  key: Uint8Array
  data: Uint8Array
}

/** What the application is after a block, under the hash that the next header carries. */
interface AppState {
  readonly hash: Uint8Array
  /** null: no such store is served. */
  store(name: string): IavlTree | null
  /** The two steps from a key, there or not, to the app hash. */
  prove(name: string, key: Uint8Array): ProofOp[]
}

export interface AppStates {
  at(height: number): AppState
}

/** Heights that are kept as they are asked for. */
const RECENT = 8
/** Stores of other modules, of which nothing is known but a root. */
const OTHERS = ['acc', 'bank', 'distribution', 'mint']

function otherParams(profile: NetworkProfile): ReadonlyMap<string, string> {
  return profile.governance === null ? new Map() : legacyGovernanceParams(profile, profile.governance)
}

/** The state of every height of a chain as Merkle trees. The same height gives the same hash, whenever it is asked. */
export function createAppStates(chain: Chain): AppStates {
  const recent = new Map<number, AppState>()
  let staking: { of: readonly (ValidatorRecord | null)[]; tree: IavlTree } | null = null
  let upgrade: { plan: string; tree: IavlTree } | null = null
  const governance = createGovernanceTrees(chain)
  const params =
    chain.profile.staking !== null && hasLegacyParams(chain.profile)
      ? paramsTree(chain.profile.staking, otherParams(chain.profile))
      : null

  function stakingOf(state: Readonly<ChainState>): IavlTree {
    const known = staking
    if (known?.of.every((record, index) => record === state.validators[index]) === true) return known.tree
    if (chain.profile.staking === null) throw new Error(`${chain.profile.slug} has no x/staking`)
    const tree = stakingTree(chain, chain.profile.staking, state)
    staking = { of: state.validators, tree }
    return tree
  }

  function upgradeOf(height: number): IavlTree {
    const plan = chain.upgradePlanAt(height)
    const text = JSON.stringify(plan)
    if (upgrade?.plan !== text) upgrade = { plan: text, tree: upgradeTree(plan) }
    return upgrade.tree
  }

  function make(height: number): AppState {
    const trees = new Map<string, IavlTree>()
    if (chain.profile.staking !== null) {
      const state = chain.history.at(height)
      trees.set('staking', stakingOf(state))
      trees.set('slashing', slashingTree(chain, chain.profile.staking, state))
      trees.set('upgrade', upgradeOf(height))
      if (params !== null) trees.set('params', params)
      const [gov, signal] = [governance.gov(state), governance.signal(state)]
      if (gov !== null) trees.set('gov', gov)
      if (signal !== null) trees.set('signal', signal)
    }
    const roots = new Map([...trees].map(([name, tree]): [string, Uint8Array] => [name, tree.root]))
    // Where there is no x/staking, something must change with every block all the same.
    const salt = chain.profile.staking === null ? `/${height}` : ''
    for (const name of OTHERS) {
      roots.set(name, hash('sha256', `${chain.profile.slug}/${name}${salt}`, 'buffer'))
    }
    const stores = createStoreMap(roots)
    return {
      hash: stores.root,
      store: (name) => trees.get(name) ?? null,
      prove(name, key) {
        const tree = trees.get(name)
        const root = stores.existence(name)
        if (tree === undefined || root === null) return []
        const exist = tree.existence(key)
        const proof = exist === null ? { nonexist: { key, ...tree.neighbors(key) } } : { exist }
        return [
          { type: 'ics23:iavl', key, data: CommitmentProof.encode(proof).finish() },
          {
            type: 'ics23:simple',
            key: Buffer.from(name),
            data: CommitmentProof.encode({ exist: root }).finish(),
          },
        ]
      },
    }
  }

  return {
    at(height) {
      const known = recent.get(height)
      if (known !== undefined) return known
      const state = make(height)
      recent.set(height, state)
      const [oldest] = recent.keys()
      if (recent.size > RECENT && oldest !== undefined) recent.delete(oldest)
      return state
    },
  }
}
