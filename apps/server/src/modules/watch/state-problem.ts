import type { BlockObservation, ChainState } from '@roundsman/cometbft/domain'

/**
 * Why a state must not be believed, or null. A node that lies or lost half its data may still give answers that
 * decode: they must fit the block of their height, and what the chain was seen to have.
 */
export function stateProblem(
  state: ChainState,
  known: {
    /** The block at the state's height, where it is at hand. */
    block: BlockObservation | null
    hasStaking: boolean | null
    hasSlashing: boolean | null
  },
): string | null {
  if (known.hasStaking === true && state.staking === null) return 'x/staking was there before and is not now'
  if (known.hasSlashing === true && state.slashing === null)
    return 'x/slashing was there before and is not now'
  if (state.set.length === 0) return 'the validator set is empty'
  if (known.block && !isSetOf(known.block, state)) return 'the validator set is not that of the block'
  const bonded = state.staking?.validators.filter(({ status }) => status === 'BOND_STATUS_BONDED').length
  if (bonded === 0) return 'x/staking names no bonded validator'
  return null
}

function isSetOf(block: BlockObservation, state: ChainState): boolean {
  return (
    block.letters.size === state.set.length && state.set.every(({ address }) => block.letters.has(address))
  )
}
