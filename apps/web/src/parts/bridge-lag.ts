import type { Bridge } from '@roundsman/contract/bridges'

/** So many blocks behind are told in time too; fewer are the pace of the pushes. */
const toldFrom = 3

/** Seconds that a bridge is behind, by the pace of the network; null where it is not known or too little to be told. */
export function secondsBehind({ lag }: Pick<Bridge, 'lag'>, blockSeconds: number | null): number | null {
  return lag === null || lag < toldFrom || blockSeconds === null ? null : lag * blockSeconds
}
