import { bech32 } from '@scure/base'
import { type ConsensusKey, createConsensusKey } from '../keys/consensus-key.ts'
import type { NetworkProfile } from '../network-profile.ts'
import { toHex } from '../bytes.ts'
import { monikerFirst, monikerSecond, monikerWhole } from './monikers.data.ts'
import { bytesFrom, createRandomStream, hashText, mix, type RandomStream } from './random.ts'

/** How a validator signs when nothing special happens to it. */
export type Habit = 'perfect' | 'rare' | 'light' | 'bursts' | 'poor' | 'nil' | 'steady'

/** What stays the same about a validator for as long as the chain exists. */
export interface RosterEntry {
  /** Place in the roster; stakes fall with it. */
  index: number
  moniker: string
  identity: string
  website: string
  securityContact: string
  details: string
  operatorBytes: Uint8Array
  operatorAddress: string
  /** bech32 of the operator's account: the same bytes under another prefix. */
  accountAddress: string
  /** The key that it votes with after so many rotations (0: the first one). */
  keyOf(rotations: number): ConsensusKey
  /** bech32 of a key's address. */
  consensusAddressOf(rotations: number): string
  /** The address of the first key, in upper-case hex as CometBFT writes it. */
  consensusHex: string
  habit: Habit
  /** Tokens in base units at the start of every cycle. */
  tokens: bigint
  /** 18-decimal fixed point. */
  commission: bigint
  maxCommission: bigint
  maxCommissionChange: bigint
  commissionSetAt: number
  /** Jailed long before anyone looked, never to come back. */
  longJailed: boolean
}

const PERCENT = 10_000_000_000_000_000n

/** The validators of a network: the same seed and profile give the same people, keys and stakes. */
export function createRoster(seed: string, profile: NetworkProfile): RosterEntry[] {
  const start = hashText(`${seed}/${profile.slug}/roster`)
  const names = monikers(createRandomStream(mix(start, 1)), profile.validators)
  const weights = names.map((_, index) =>
    profile.totalStake === profile.validators ? 1 : zipf(start, index),
  )
  const total = weights.reduce((sum, weight) => sum + weight, 0)
  const unit = 10n ** BigInt(profile.staking?.decimals ?? 9)
  return names.map((moniker, index) => {
    const random = createRandomStream(mix(start, 2, index))
    const share = (weights[index] ?? 0) / total
    const equal = profile.totalStake === profile.validators
    const tokens = equal
      ? (profile.staking?.powerReduction ?? 1n)
      : (BigInt(Math.round(share * profile.totalStake * 1_000)) * unit) / 1_000n +
        BigInt(random.whole(0, 999))
    const longJailed = index >= profile.validators - profile.activity.longJailed
    return {
      index,
      ...keys(seed, mix(start, 3, index), profile, index),
      ...words(random, moniker),
      habit: profile.activity.steadyMisser === index ? 'steady' : habit(random.next()),
      tokens: longJailed && !equal ? tokens / 40n : tokens,
      ...commissions(random, profile),
      longJailed,
    }
  })
}

function keys(seed: string, start: number, profile: NetworkProfile, index: number) {
  const prefix = profile.staking?.prefix ?? 'cosmos'
  const known: { key: ConsensusKey; address: string }[] = []
  const nth = (rotations: number) => {
    const there = known[rotations]
    if (there !== undefined) return there
    const key = createConsensusKey(profile.keyType, `${seed}/${profile.slug}/${index}/${rotations}`)
    const made = { key, address: bech32.encode(`${prefix}valcons`, bech32.toWords(key.address)) }
    known[rotations] = made
    return made
  }
  const operatorBytes = bytesFrom(mix(start, 7), 20)
  const operatorWords = bech32.toWords(operatorBytes)
  return {
    keyOf: (rotations: number) => nth(rotations).key,
    consensusAddressOf: (rotations: number) => nth(rotations).address,
    consensusHex: nth(0).key.hex,
    operatorBytes,
    operatorAddress: bech32.encode(`${prefix}valoper`, operatorWords),
    accountAddress: bech32.encode(prefix, operatorWords),
  }
}

function words(random: RandomStream, moniker: string) {
  const label = moniker
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '')
  const known = label.length > 2 && random.next() < 0.82
  return {
    moniker,
    identity: random.next() < 0.7 ? toHex(bytesFrom(random.whole(0, 0xffffffff), 8)) : '',
    website: known ? `https://${label}.example` : '',
    securityContact: known && random.next() < 0.5 ? `security@${label}.example` : '',
    details: known
      ? `${moniker} runs validators on ${random.whole(2, 38)} networks since ${random.whole(2018, 2023)}.`
      : '',
  }
}

function commissions(random: RandomStream, profile: NetworkProfile) {
  if (profile.totalStake === profile.validators) {
    return {
      commission: 0n,
      maxCommission: 0n,
      maxCommissionChange: 0n,
      commissionSetAt: profile.genesisTime,
    }
  }
  const least = profile.staking?.minCommission ?? 0n
  const rate = least + BigInt([0, 0, 0, 1, 2, 3, 5, 5, 5, 8, 10, 15][random.whole(0, 11)] ?? 0) * PERCENT
  const roof = rate + BigInt(random.whole(5, 30)) * PERCENT
  return {
    commission: rate,
    maxCommission: roof,
    maxCommissionChange: BigInt([1, 1, 5, 10][random.whole(0, 3)] ?? 1) * PERCENT,
    commissionSetAt: profile.genesisTime + random.whole(1, 200) * 86_400_000,
  }
}

function habit(roll: number): Habit {
  if (roll < 0.46) return 'perfect'
  if (roll < 0.76) return 'rare'
  if (roll < 0.89) return 'light'
  if (roll < 0.95) return 'bursts'
  if (roll < 0.98) return 'nil'
  return 'poor'
}

function zipf(start: number, index: number): number {
  return (0.82 + (0.36 * mix(start, 4, index)) / 0x100000000) / (index + 4) ** 0.85
}

function monikers(random: RandomStream, count: number): string[] {
  const taken = new Set<string>()
  const whole = [...monikerWhole]
  while (taken.size < count) {
    if (random.next() < 0.2 && whole.length > 0) {
      const [name] = whole.splice(random.whole(0, whole.length - 1), 1)
      if (name !== undefined) taken.add(name)
      continue
    }
    const first = monikerFirst[random.whole(0, monikerFirst.length - 1)]
    const second = monikerSecond[random.whole(0, monikerSecond.length - 1)]
    taken.add(`${first} ${second}`)
  }
  return [...taken]
}
