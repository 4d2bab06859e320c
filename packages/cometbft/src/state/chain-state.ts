import { accountPrefix } from '../address.ts'
import type { ChainState, FullHeader, Source } from '../domain.ts'
import { ChainReadError, isUnknownQueryPath } from '../errors.ts'
import type { NodeClient } from '../rpc/node-client.ts'

/**
 * The state of a chain at one height, complete (all pages) or an error (`ChainReadError`). `staking` or `slashing`
 * is null only where the chain answers, to every query of that module, that it knows no such path. Own stakes are not
 * in it: they are known one by one (self-delegation-reader.ts).
 *
 * Ask for a height below the newest: a node shows a block before its application has committed it.
 */
export async function readChainState(node: NodeClient, height: number): Promise<ChainState> {
  return (await readWithHeader(node, height)).state
}

/** The same, with the header of the height: its hash and that of the set can be compared with proven ones. */
export async function readWithHeader(
  node: NodeClient,
  height: number,
): Promise<{ state: ChainState; header: FullHeader }> {
  const [commit, set, staking, slashing, upgrade] = await Promise.all([
    node.commit(height),
    node.validatorSet(height),
    readStaking(node, height),
    readSlashing(node, height),
    orUnknown(node.upgradePlan(height)),
  ])
  const source: Source = { assurance: 'SINGLE', host: node.host }
  const state: ChainState = {
    height,
    time: commit.header.time,
    source,
    sources: new Map(),
    set,
    staking,
    slashing,
    upgrade: upgrade === null ? null : { plan: upgrade.plan, source },
    selfDelegations: new Map(),
  }
  return { state, header: commit.header }
}

async function readStaking(node: NodeClient, height: number): Promise<ChainState['staking']> {
  const [validators, pool, params] = await Promise.all([
    orNoModule(node.stakingValidators(height)),
    orNoModule(node.stakingPool(height)),
    orNoModule(node.stakingParams(height)),
  ])
  if (validators === null && pool === null && params === null) return null
  if (validators === null || pool === null || params === null) throw halfAModule(node, 'x/staking')
  const first = validators[0]
  return {
    validators,
    bondedTokens: pool.bondedTokens,
    maxValidators: params.maxValidators,
    unbondingMs: params.unbondingMs,
    bech32Prefix: first === undefined ? null : accountPrefix(first.operatorAddress),
  }
}

async function readSlashing(node: NodeClient, height: number): Promise<ChainState['slashing']> {
  const [infos, params] = await Promise.all([
    orNoModule(node.signingInfos(height)),
    orNoModule(node.slashingParams(height)),
  ])
  if (infos === null && params === null) return null
  if (infos === null || params === null) throw halfAModule(node, 'x/slashing')
  return { infos, params }
}

function orNoModule<T>(answer: Promise<T>): Promise<T | null> {
  return answer.catch((error: unknown) => {
    if (isUnknownQueryPath(error)) return null
    throw error
  })
}

/** What nothing else depends on: where it cannot be had it is not known, and the state is read all the same. */
function orUnknown<T>(answer: Promise<T>): Promise<T | null> {
  return answer.catch((error: unknown) => {
    if (error instanceof ChainReadError) return null
    throw error
  })
}

function halfAModule(node: NodeClient, module: string): ChainReadError {
  const reason = `the answers disagree on whether ${module} exists at that height`
  return new ChainReadError({ kind: 'schema', host: node.host, method: 'abci_query', reason })
}
