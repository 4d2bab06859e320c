import type { SetMember } from '@roundsman/cometbft/domain'
import type { AgreedParameters } from './chain-under-test.ts'
import type { Recorded } from './recording.ts'

const show = (set: readonly SetMember[]): string =>
  set.map((member) => `${member.address.slice(0, 6)}:${member.power}`).join(' ')

const inOrder = (a: SetMember, b: SetMember): number => {
  if (a.power !== b.power) return a.power > b.power ? -1 : 1
  return a.address < b.address ? -1 : 1
}

/** Whom x/staking calls bonded after a block, as the set that this makes two heights later, by the keys of then. */
function bondedSet({ state }: Recorded, then: Recorded, agreed: AgreedParameters): SetMember[] {
  const keys = new Map(
    then.state.staking?.validators.map(({ operatorAddress, consensus }) => [operatorAddress, consensus]),
  )
  return (state.staking?.validators ?? [])
    .filter((validator) => validator.status === 'BOND_STATUS_BONDED' && !validator.jailed)
    .map((validator) => ({
      address: keys.get(validator.operatorAddress) ?? validator.consensus,
      keyType: '',
      key: new Uint8Array(),
      power: validator.tokens / agreed.powerReduction,
    }))
    .sort(inOrder)
}

/**
 * What validator sets must be: in CometBFT's order, two heights behind x/staking, named by their hash.
 *
 * @returns what is not so, in words
 */
export function setComplaints(run: readonly Recorded[], agreed: AgreedParameters): string[] {
  const complaints: string[] = []
  const sets = new Map<string, string>()
  for (const [at, recorded] of run.entries()) {
    const { block, state } = recorded
    const complain = (what: string) => complaints.push(`height ${block.height}: ${what}`)
    const shown = show(state.set)
    if (shown !== show([...state.set].sort(inOrder))) complain(`the set is out of order: ${shown}`)
    const named = sets.get(block.validatorsHash) ?? shown
    sets.set(block.validatorsHash, named)
    if (named !== shown) complain(`one hash for two sets: ${named} and ${shown}`)
    const source = run[at - 2]
    const bonded = source ? show(bondedSet(source, recorded, agreed)) : shown
    if (shown !== bonded) complain(`the set is ${shown}, two heights before x/staking had ${bonded}`)
    const tokens = (state.staking?.validators ?? [])
      .filter((validator) => validator.status === 'BOND_STATUS_BONDED')
      .reduce((sum, validator) => sum + validator.tokens, 0n)
    if (state.staking && state.staking.bondedTokens !== tokens) {
      complain(`the pool holds ${state.staking.bondedTokens}, the bonded validators ${tokens}`)
    }
  }
  if (new Set(sets.values()).size !== sets.size) complaints.push('two hashes for one set')
  return complaints
}
