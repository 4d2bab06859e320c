import { decodeCommit, decodeValidatorsPage } from '@roundsman/cometbft/cometbft.decode'
import type { SetMember, SignedHeader } from '@roundsman/cometbft/domain'
import {
  addressOf,
  commitHash,
  headerHash,
  kindOf,
  setHash,
  voteBytes,
} from '@roundsman/cometbft/proof/block-hash'
import { answer } from '../rpc/answer.ts'
import type { ChainLens } from '../rpc/chain-lens.ts'
import { verifySignature } from './verify-signature.ts'

/** The answer of one call, as a reader over the wire gets it. */
export function resultOf(lens: ChainLens, method: string, params: Record<string, unknown> = {}): unknown {
  return JSON.parse(answer(lens, 'a', { method, params }))
}

export function reportedCommit(lens: ChainLens, height: number): SignedHeader {
  return decodeCommit(resultOf(lens, 'commit', { height: String(height) }))
}

export function reportedSet(lens: ChainLens, height: number): readonly SetMember[] {
  const page = (number: number) =>
    decodeValidatorsPage(
      resultOf(lens, 'validators', { height: String(height), per_page: '100', page: String(number) }),
    )
  const first = page(1)
  return first.total > 100 ? [...first.members, ...page(2).members] : first.members
}

/** What is wrong with a block and its commit, of all that a light client checks; [] for nothing. */
export function faultsOfBlock(
  signed: SignedHeader,
  set: readonly SetMember[],
  before: SignedHeader | null,
): string[] {
  const { header, commit } = signed
  const wrong: string[] = []
  const check = (holds: boolean, what: string) => {
    if (!holds) wrong.push(`${header.height}: ${what}`)
  }
  check(headerHash(header) === commit.blockId.hash, 'header hash')
  check(setHash(set) === header.validatorsHash, 'set hash')
  check(
    set.every((member) => addressOf(member) === member.address),
    'addresses of keys',
  )
  if (before !== null) {
    check(header.lastBlockId.hash === before.commit.blockId.hash, 'last block')
    check(header.lastBlockId.parts.hash === before.commit.blockId.parts.hash, 'parts of the last block')
    check(header.lastCommitHash === commitHash(before.commit.signatures), 'last commit')
    check(header.validatorsHash === before.header.nextValidatorsHash, 'announced set')
    check(header.timeNs > before.header.timeNs, 'time')
  }
  const bytesAt = voteBytes(header.chainId, commit)
  let signedPower = 0n
  let power = 0n
  for (const [place, member] of set.entries()) {
    power += member.power
    const vote = commit.signatures[place]
    if (vote === undefined || vote.flag === 1) continue
    const kind = kindOf(member) ?? ''
    check(verifySignature(kind, member.key, bytesAt(place), vote.signature), `vote of ${place}`)
    if (vote.flag === 2) signedPower += member.power
  }
  check(signedPower * 3n > power * 2n, 'two thirds')
  return wrong
}
