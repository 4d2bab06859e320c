import { createHash, createPrivateKey, createPublicKey, type KeyObject, sign as signBytes } from 'node:crypto'
import type { FullHeader, FullSignature, SetMember, SignedHeader } from '../domain.ts'
import { addressOf, headerHash, setHash, voteBytes } from '../proof/block-hash.ts'

export interface TestSigner {
  /** In the order of a set: by power, then by address; or as the names were given. */
  set: readonly SetMember[]
  setHash: string
  /** A header with a commit of it; flag 1, 2 or 3 for each place, 2 for all unless given. */
  sign(header: FullHeader, flags?: readonly (1 | 2 | 3)[]): SignedHeader
}

interface TestSignerOptions {
  /** 10 for each unless given. */
  powers?: readonly bigint[]
  sorted?: boolean
  /** false: signatures are rubbish. */
  signs?: boolean
}

const absent: FullSignature = { flag: 1, address: null, timeNs: 0n, signature: new Uint8Array() }
const keys = new Map<string, KeyObject>()

function secretOf(name: string): KeyObject {
  const seed = createHash('sha256').update(name).digest()
  const der = Buffer.concat([Buffer.from('302e020100300506032b657004220420', 'hex'), seed])
  const key = keys.get(name) ?? createPrivateKey({ key: der, format: 'der', type: 'pkcs8' })
  keys.set(name, key)
  return key
}

/** A validator whose key is made from its name. */
export function testMember(name: string, power = 10n): SetMember {
  const der = createPublicKey(secretOf(name)).export({ format: 'der', type: 'spki' })
  const key = { keyType: 'tendermint/PubKeyEd25519', key: new Uint8Array(der.subarray(-32)) }
  return { ...key, address: addressOf(key) ?? '', power }
}

/** Validators with true keys, made from their names. */
export function createTestSigner(
  names: readonly string[],
  { powers = [], sorted = true, signs = true }: TestSignerOptions = {},
): TestSigner {
  const members = names.map((name, index) => ({ name, member: testMember(name, powers[index] ?? 10n) }))
  if (sorted)
    members.sort(({ member: a }, { member: b }) =>
      a.power === b.power ? a.address.localeCompare(b.address) : Number(b.power - a.power),
    )
  const set = members.map(({ member }) => member)
  return {
    set,
    setHash: setHash(set) ?? '',
    sign(header, flags = []) {
      const blockId = { hash: headerHash(header), parts: { total: 1, hash: headerHash(header) } }
      const unsigned = members.map(({ member }, place): FullSignature => {
        const flag = flags[place] ?? 2
        if (flag === 1) return absent
        const timeNs = header.timeNs + BigInt(place)
        return { flag, address: member.address, timeNs, signature: new Uint8Array() }
      })
      const commit = { height: header.height, round: 0, blockId, signatures: unsigned }
      const bytesOf = voteBytes(header.chainId, commit)
      const signatures = unsigned.map((one, place) =>
        one.flag === 1 || !signs
          ? one
          : {
              ...one,
              signature: new Uint8Array(
                signBytes(null, bytesOf(place), secretOf(members[place]?.name ?? '')),
              ),
            },
      )
      return { header, commit: { ...commit, signatures }, canonical: true }
    },
  }
}
