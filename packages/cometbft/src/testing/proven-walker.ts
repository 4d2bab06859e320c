import { createPublicKey, verify } from 'node:crypto'
import type { FullHeader, SignatureFlag, SignedHeader } from '../domain.ts'
import type { PoolClock } from '../pool/endpoint-record.ts'
import { headerHash } from '../proof/block-hash.ts'
import { type CheckSignature, createCheckSignature } from '../proof/signature.ts'
import type { Trusted } from '../proof/trusted.ts'
import { walk, type WalkResult } from '../walk/block-walk.ts'
import { createSetCache } from '../walk/proven-sets.ts'
import { type ChainTrust, createChainTrust } from '../walk/walk-request.ts'
import { createFakeNetwork, type FakeNetworkOptions } from './fake-network.ts'

const ed25519Spki = Buffer.from('302a300506032b6570032100', 'hex')
const secp256k1Spki = Buffer.from('3036301006072a8648ce3d020106052b8104000a032200', 'hex')

function keyOf(prefix: Buffer, key: Uint8Array) {
  return createPublicKey({ key: Buffer.concat([prefix, key]), format: 'der', type: 'spki' })
}

/** Signatures checked by Node first, as the server does: on a busy machine the tests would else take too long. */
export const nativeCheck: CheckSignature = createCheckSignature({
  ed25519: (key, data, signature) => verify(null, data, keyOf(ed25519Spki, key), signature),
  secp256k1: (key, data, signature) =>
    verify('sha256', data, { key: keyOf(secp256k1Spki, key), dsaEncoding: 'ieee-p1363' }, signature),
})

/** Trust in a chain of which nothing is known yet. */
export function trustOf(clock: PoolClock, given: ChainTrust['given'] = null): ChainTrust {
  return createChainTrust({ check: nativeCheck, clock, given })
}

/** A walker as the follower is one: it goes on from what it has read, and keeps what it trusts. */
export function walkerOf(options: FakeNetworkOptions & { given?: { height: number; hash: string } }) {
  const network = createFakeNetwork(options)
  const { pool, clock } = network
  const trust = trustOf(clock, options.given ?? null)
  const sets = createSetCache()
  const known: { height: number | null; hash: string | null; trusted: Trusted | null } = {
    height: null,
    hash: null,
    trusted: null,
  }
  async function poll(): Promise<WalkResult> {
    await pool.probe()
    await pool.idle()
    const from = known.height === null ? null : known.height + 1
    const request = {
      pool,
      sets,
      trust,
      limit: 50,
      back: 20,
      previousHash: known.hash,
      trusted: known.trusted,
    }
    const result = await walk({ ...request, from })
    const last = result.blocks.at(-1)
    known.height = last?.height ?? result.gap?.to ?? known.height
    known.hash = last?.hash ?? (result.gap === null ? known.hash : null)
    known.trusted = result.trusted
    return result
  }
  const states = () => pool.views().map(({ state }) => state)
  return { ...network, trust, sets, known, poll, states }
}

const absent = { flag: 1, address: null, timeNs: 0n, signature: new Uint8Array() } as const
/** One signature taken out. */
export const without = (signed: SignedHeader, place: number): SignedHeader => ({
  ...signed,
  commit: { ...signed.commit, signatures: signed.commit.signatures.with(place, absent) },
})
/** One place of a commit with another flag; the signature stays. */
export const flagged = (signed: SignedHeader, place: number, flag: SignatureFlag): SignedHeader => {
  const signatures = signed.commit.signatures.map((one, index) => (index === place ? { ...one, flag } : one))
  return { ...signed, commit: { ...signed.commit, signatures } }
}
/** Another header, with the hash that it has. */
export const forged = (signed: SignedHeader, change: Partial<FullHeader>): SignedHeader => {
  const header = { ...signed.header, ...change }
  const blockId = { ...signed.commit.blockId, hash: headerHash(header) }
  return { ...signed, header, commit: { ...signed.commit, blockId } }
}
