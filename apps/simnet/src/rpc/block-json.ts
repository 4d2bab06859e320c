import { headerJson as jsonOf, signedHeaderJson } from '@roundsman/cometbft/signed-header-json'
import type { ChainLens } from './chain-lens.ts'
import { seenBlock, reportedBlock } from './reported-block.ts'

/** `header` of a height, byte for byte the same wherever it is asked. */
export function headerJson(lens: ChainLens, height: number) {
  return jsonOf(reportedBlock(lens, height).header)
}

/** `/commit` of a height. The newest one is what the node has seen itself, so not canonical yet. */
export function commitJson(lens: ChainLens, node: string, height: number) {
  const canonical = height < lens.latest
  return signedHeaderJson(canonical ? reportedBlock(lens, height) : seenBlock(lens, height, node), canonical)
}
