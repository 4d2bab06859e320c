import type { ChainState, SetMember, SigningInfo, StakingValidator } from '@roundsman/cometbft/domain'

const SOURCE = { assurance: 'SINGLE', host: 'one.example' } as const

/** A validator as x/staking lists it: bonded, not jailed, never slashed. */
export function staking(
  operatorAddress: string,
  consensus: string,
  change: Partial<StakingValidator> = {},
): StakingValidator {
  const texts = { identity: '', website: '', securityContact: '', details: '' }
  const rates = { commissionRate: '0.1', commissionMaxRate: '1', commissionMaxChangeRate: '1' }
  return {
    operatorAddress,
    consensus,
    moniker: `name of ${operatorAddress}`,
    ...texts,
    ...rates,
    commissionUpdatedAt: null,
    unbondingAt: null,
    jailed: false,
    status: 'BOND_STATUS_BONDED',
    tokens: 1_000n,
    delegatorShares: 1_000n * 10n ** 18n,
    ...change,
  }
}
/** A member of a set. */
export const member = (address: string, power = 10n): SetMember => ({
  address,
  keyType: 'tendermint/PubKeyEd25519',
  key: new Uint8Array(),
  power,
})
/** A signing info of somebody who missed nothing and was never jailed. */
export const info = (consensus: string, indexOffset: number): SigningInfo => ({
  consensus,
  startHeight: 1,
  indexOffset,
  missedBlocks: 0,
  jailedUntil: null,
  tombstoned: false,
})

/** A state, a second of chain time for each height; every validator has a signing info that says nothing. */
export function stateAt(
  height: number,
  validators: readonly StakingValidator[],
  set: readonly SetMember[],
  change: Partial<ChainState> = {},
): ChainState {
  return {
    height,
    time: height * 1_000,
    source: SOURCE,
    sources: new Map(),
    set,
    staking: { validators, bondedTokens: 1n, bech32Prefix: 'test', maxValidators: 10, unbondingMs: 1 },
    slashing: {
      infos: validators.map(({ consensus }) => info(consensus, height)),
      params: { signedBlocksWindow: 10, minSignedPerWindow: '0.5', downtimeJailMs: 1 },
    },
    upgrade: null,
    selfDelegations: new Map(),
    ...change,
  }
}
