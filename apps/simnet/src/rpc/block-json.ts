import { blockIdJson, headerJson as jsonOf, signedHeaderJson } from '@roundsman/cometbft/signed-header-json'
import { wholeParam } from './call-params.ts'
import type { ChainLens } from './chain-lens.ts'
import { reportedBlock, seenBlock } from './reported-block.ts'
import { internalError } from './rpc-fault.ts'

/** `header` of a height, byte for byte the same wherever it is asked. */
export function headerJson(lens: ChainLens, height: number) {
  return jsonOf(reportedBlock(lens, height).header)
}

/** `/commit` of a height. The newest one is what the node has seen itself, so not canonical yet. */
export function commitJson(lens: ChainLens, node: string, height: number) {
  const canonical = height < lens.latest
  return signedHeaderJson(canonical ? reportedBlock(lens, height) : seenBlock(lens, height, node), canonical)
}

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
