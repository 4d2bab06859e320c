/** Keys of x/staking, x/slashing and x/upgrade in their stores, the same in every SDK since 0.43. */
export const storeKeys = {
  validator: (operator: Uint8Array) => prefixed(0x21, operator),
  operatorByConsensus: (consensus: Uint8Array) => prefixed(0x22, consensus),
  delegation: (account: Uint8Array, operator: Uint8Array) =>
    Uint8Array.from([...prefixed(0x31, account), operator.length, ...operator]),
  signingInfo: (consensus: Uint8Array) => prefixed(0x01, consensus),
  stakingParams: Uint8Array.of(0x51),
  slashingParams: Uint8Array.of(0x00),
  upgradePlan: Uint8Array.of(0x00),
  moduleVersion: (module: string) => Buffer.concat([Uint8Array.of(0x02), Buffer.from(module)]),
}

/** An address is stored behind its length. */
function prefixed(prefix: number, address: Uint8Array): Uint8Array {
  return Uint8Array.from([prefix, address.length, ...address])
}
