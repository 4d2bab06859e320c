import { accountPrefix } from './address.ts'
import type { ChainState } from './domain.ts'
import { ChainReadError, isUnknownQueryPath } from './errors.ts'
import type { NodeClient } from './node-client.ts'

/**
 * The state of a chain at one height, complete (all pages) or an error (`ChainReadError`). `staking` or `slashing`
 * is null only where the chain answers, to every query of that module, that it knows no such path.
 *
 * Ask for a height below the newest: a node shows a block before its application has committed it.
 */
export async function readChainState(node: NodeClient, height: number): Promise<ChainState> {
  const [commit, set, staking, slashing] = await Promise.all([
    node.commit(height),
    node.validatorSet(height),
    readStaking(node, height),
    readSlashing(node, height),
  ])
  return { height, time: commit.header.time, set, staking, slashing }
}

async function readStaking(node: NodeClient, height: number): Promise<ChainState['staking']> {
  const [validators, pool] = await Promise.all([
    orNoModule(node.stakingValidators(height)),
    orNoModule(node.stakingPool(height)),
  ])
  if (validators === null && pool === null) return null
  if (validators === null || pool === null) throw halfAModule(node, 'x/staking')
  const first = validators[0]
  return {
    validators,
    bondedTokens: pool.bondedTokens,
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

function halfAModule(node: NodeClient, module: string): ChainReadError {
  const reason = `${module} is there and not there at the same height`
  return new ChainReadError({ kind: 'schema', host: node.host, method: 'abci_query', reason })
}
