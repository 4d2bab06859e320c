import { hashText, mix } from '../chain/random.ts'
import type { ValidatorSet } from '../chain/validator-set.ts'
import { type ConsensusKey, keyTypeNames } from '../keys/consensus-key.ts'
import type { ChainLens } from './chain-lens.ts'
import { heightParam, wholeParam } from './call-params.ts'
import { internalError } from './rpc-fault.ts'

const DEFAULT_PER_PAGE = 30
const MAX_PER_PAGE = 100

export function publicKeyJson({ type, publicKey }: ConsensusKey) {
  return { type: keyTypeNames[type], value: Buffer.from(publicKey).toString('base64') }
}

/** `/validators`: a page of a height's set; without a height, of the one after the newest block. */
export function validatorsJson(lens: ChainLens, params: Readonly<Record<string, unknown>>) {
  const height = heightParam(lens, params.height, lens.latest + 1)
  const set = setAt(lens, height)
  const perPage = pageSize(wholeParam(params.per_page, 'per_page'))
  const page = wholeParam(params.page, 'page') ?? 1
  const pages = Math.max(1, Math.ceil(set.members.length / perPage))
  if (page < 1 || page > pages) {
    throw internalError(`page should be within [1, ${pages}] range, given ${page}`)
  }
  const members = set.members.slice((page - 1) * perPage, page * perPage)
  const start = mix(hashText(`${lens.name}/priority`), height)
  return {
    block_height: String(height),
    validators: members.map(({ index, power, key }) => ({
      address: key.hex,
      pub_key: publicKeyJson(key),
      voting_power: String(power),
      proposer_priority: String(priority(mix(start, index), set)),
    })),
    count: String(members.length),
    total: String(set.members.length),
  }
}

function setAt(lens: ChainLens, height: number): ValidatorSet {
  const newest = Math.min(lens.latest, lens.lies.renumberedAbove)
  return height > newest ? lens.chain.history.at(newest).next : lens.chain.history.at(height).set
}

function pageSize(asked: number | null): number {
  if (asked === null || asked < 1) return DEFAULT_PER_PAGE
  return Math.min(asked, MAX_PER_PAGE)
}

/** Within the bounds that CometBFT keeps: the sum of all powers up or down. */
function priority(drawn: number, set: ValidatorSet): bigint {
  return (set.totalPower * (BigInt(drawn) - 0x80000000n)) / 0x80000000n
}
