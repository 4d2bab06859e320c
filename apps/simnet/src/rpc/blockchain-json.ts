import { blockIdJson } from '@roundsman/cometbft/signed-header-json'
import { headerJson } from './block-json.ts'
import type { ChainLens } from './chain-lens.ts'
import { wholeParam } from './heights.ts'
import { internalError } from './rpc-fault.ts'
import { reportedBlock } from './reported-block.ts'

/** Headers that one answer holds at most. */
const MOST = 20

/** `/blockchain`: headers from `maxHeight` down to `minHeight`, twenty at most; without bounds the newest ones. */
export function blockchainJson(lens: ChainLens, params: Readonly<Record<string, unknown>>) {
  const asked = {
    from: wholeParam(params.minHeight, 'minHeight') ?? 0,
    to: wholeParam(params.maxHeight, 'maxHeight') ?? 0,
  }
  if (asked.from < 0 || asked.to < 0) throw internalError('heights must be non-negative')
  const to = Math.min(asked.to === 0 ? lens.latest : asked.to, lens.latest)
  const from = Math.max(lens.earliest, asked.from, to - MOST + 1)
  if (from > to) throw internalError(`min height ${from} can't be greater than max height ${to}`)
  const heights = Array.from({ length: to - from + 1 }, (_, below) => to - below)
  return {
    last_height: String(lens.latest),
    block_metas: heights.map((height) => ({
      block_id: blockIdJson(reportedBlock(lens, height).id),
      block_size: '1024',
      header: headerJson(lens, height),
      num_txs: '0',
    })),
  }
}
