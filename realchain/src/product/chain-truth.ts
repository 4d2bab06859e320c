import { machine } from '../localnet/machine.ts'

/** One block as the chain has it for good. */
interface TrueBlock {
  height: number
  /** Header time, Unix ms. */
  at: number
  /** By consensus address: `s`, `p`, `n` or `m`. Who is not in the set is not here. */
  letters: ReadonlyMap<string, string>
}

/** What a chain says of itself, asked of one of its nodes, with none of the product's code in between. */
export interface ChainTruth {
  /** The newest block that there is. */
  newest(): Promise<number>
  /** Of a height below the newest one. */
  block(height: number): Promise<TrueBlock>
  /** The height of the block with exactly this header time, among those from `from` on; null: none. */
  heightAt(at: number, from: number): Promise<number | null>
}

interface StatusResult {
  sync_info: { latest_block_height: string }
}

interface CommitResult {
  canonical: boolean
  signed_header: {
    header: { time: string; proposer_address: string }
    commit: { signatures: { block_id_flag: number }[] }
  }
}

interface ValidatorsResult {
  validators: { address: string }[]
}

/** By `block_id_flag`. */
const flags = ['', 'm', 's', 'n']

export function createChainTruth(rpcUrl: string): ChainTruth {
  const kept = new Map<number, TrueBlock>()

  async function ask<T>(path: string): Promise<T> {
    const answer = (await (await machine.fetch(`${rpcUrl}/${path}`)).json()) as { result?: T }
    if (answer.result === undefined) throw new Error(`${path}: ${JSON.stringify(answer)}`)
    return answer.result
  }

  async function newest(): Promise<number> {
    return Number((await ask<StatusResult>('status')).sync_info.latest_block_height)
  }

  async function block(height: number): Promise<TrueBlock> {
    const known = kept.get(height)
    if (known !== undefined) return known
    const { canonical, signed_header: signed } = await ask<CommitResult>(`commit?height=${height}`)
    if (!canonical) throw new Error(`block ${height} is not settled yet`)
    const { validators } = await ask<ValidatorsResult>(`validators?height=${height}&per_page=100`)
    const { proposer_address: proposer, time } = signed.header
    const letters = new Map(
      validators.map(({ address }, place) => {
        const letter = flags[signed.commit.signatures[place]?.block_id_flag ?? 0] ?? ''
        return [address, letter === 's' && address === proposer ? 'p' : letter]
      }),
    )
    const read = { height, at: Date.parse(time), letters }
    kept.set(height, read)
    return read
  }

  async function heightAt(at: number, from: number): Promise<number | null> {
    const last = (await newest()) - 1
    for (let height = last; height >= from; height--) {
      const { at: time } = await block(height)
      if (time === at) return height
      if (time < at) return null
    }
    return null
  }

  return { newest, block, heightAt }
}
