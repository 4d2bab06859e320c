/** A chain in memory: blocks with a letter for each member of the set, as `/commit` and `/validators` would tell it. */
export interface FakeBlock {
  height: number
  time: number
  hash: string
  lastBlockHash: string
  set: readonly string[]
  nextSet: readonly string[]
  /** One of s, n, m, p for each member of the set. */
  letters: string
}

export interface FakeChain {
  chainId: string
  blocks: Map<number, FakeBlock>
  latest(): FakeBlock
  /** Adds a block; without letters all sign and the first proposes. */
  grow(letters?: string, nextSet?: readonly string[]): FakeBlock
  growBy(count: number): void
}

export const FOUR: readonly string[] = ['A1', 'B2', 'C3', 'D4'].map((byte) => byte.repeat(20))

export interface FakeChainOptions {
  chainId?: string
  startTime: number
  blockMs?: number
  set?: readonly string[]
  /** Tells the blocks of two chains apart where they are of one height. */
  tag?: string
}

export function createFakeChain(options: FakeChainOptions): FakeChain {
  const { chainId = 'fake-1', blockMs = 2_000, tag = '0', set = FOUR } = options
  const blocks = new Map<number, FakeBlock>()
  let next = 1
  let nextSet = set

  function grow(letters?: string, following: readonly string[] = nextSet): FakeBlock {
    const height = next++
    const block = {
      height,
      time: options.startTime + (height - 1) * blockMs,
      hash: `${tag}B${height.toString(16)}`.toUpperCase().padStart(64, 'F'),
      lastBlockHash: blocks.get(height - 1)?.hash ?? '',
      set: nextSet,
      nextSet: following,
      letters: letters ?? 'p'.padEnd(nextSet.length, 's'),
    }
    nextSet = following
    blocks.set(height, block)
    return block
  }

  function latest(): FakeBlock {
    const block = blocks.get(next - 1)
    if (block === undefined) throw new Error('the chain has no block yet')
    return block
  }

  return {
    chainId,
    blocks,
    latest,
    grow,
    growBy: (count) => {
      for (let index = 0; index < count; index++) grow()
    },
  }
}

/** `validators_hash` of a set: any function of it will do. */
export function setHash(set: readonly string[]): string {
  const digits = set.map((address) => address.slice(0, 2)).join('')
  return `${set.length.toString(16)}E${digits}`.padStart(64, 'A').slice(-64)
}

const FLAGS: Readonly<Record<string, number>> = { m: 1, s: 2, p: 2, n: 3 }

export function commitResult(chain: FakeChain, block: FakeBlock, canonical: boolean): object {
  const proposer = block.set[Math.max(0, block.letters.indexOf('p'))] ?? ''
  return {
    signed_header: {
      header: {
        chain_id: chain.chainId,
        height: String(block.height),
        time: new Date(block.time).toISOString(),
        last_block_id: { hash: block.lastBlockHash },
        validators_hash: setHash(block.set),
        next_validators_hash: setHash(block.nextSet),
        proposer_address: proposer,
      },
      commit: {
        height: String(block.height),
        block_id: { hash: block.hash },
        signatures: [...block.letters].map((letter, place) => ({
          block_id_flag: FLAGS[letter],
          validator_address: letter === 'm' ? '' : block.set[place],
          signature: letter === 'm' ? null : 'c2lnbmF0dXJl',
        })),
      },
    },
    canonical,
  }
}

export function validatorsResult(block: FakeBlock, page: number, perPage: number, totalOff: number): object {
  const members = block.set.slice((page - 1) * perPage, page * perPage).map((address) => ({
    address,
    pub_key: { type: 'tendermint/PubKeyEd25519', value: '' },
    voting_power: '10',
  }))
  return {
    block_height: String(block.height),
    validators: members,
    count: String(members.length),
    total: String(block.set.length + totalOff),
  }
}
