/** Keys of x/staking, x/slashing, x/upgrade and x/gov in their stores, the same in every SDK since 0.43; and of x/signal. */
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
  proposal: (id: number) => Buffer.concat([Uint8Array.of(0x00), uint64(id)]),
  /** By the end of their votes, and of their deposits. */
  activeProposal: (end: number, id: number) => queued(0x01, end, id),
  inactiveProposal: (end: number, id: number) => queued(0x02, end, id),
  nextProposal: Uint8Array.of(0x03),
  votedProposal: (id: number) => Buffer.concat([Uint8Array.of(0x04), uint64(id)]),
  vote: (id: number, account: Uint8Array) =>
    Buffer.concat([Uint8Array.of(0x20), uint64(id), Uint8Array.of(account.length), account]),
  governanceParams: Uint8Array.of(0x30),
  signalUpgrade: Uint8Array.of(0x00),
}

/** Eight bytes, the highest first. */
export function uint64(value: number): Uint8Array {
  const bytes = Buffer.alloc(8)
  bytes.writeBigUInt64BE(BigInt(value))
  return bytes
}

/** The SDK writes a time in a key as a text with nine places, without a zone. */
function queued(prefix: number, end: number, id: number): Uint8Array {
  const text = `${new Date(end).toISOString().slice(0, -1)}000000`
  return Buffer.concat([Uint8Array.of(prefix), Buffer.from(text), uint64(id)])
}

/** An address is stored behind its length. */
function prefixed(prefix: number, address: Uint8Array): Uint8Array {
  return Uint8Array.from([prefix, address.length, ...address])
}
