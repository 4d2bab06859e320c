import type { GroupHead } from './group-rows.ts'

export interface Heads {
  mine: GroupHead
  others: GroupHead
}

/** The user's own validators first, under a head of their own; without any of them the rows have no heads. */
export function mineFirst<R extends object>(
  rows: readonly R[],
  isMine: (row: R) => boolean,
  heads: Heads,
): (R | GroupHead)[] {
  const mine = rows.filter(isMine)
  if (mine.length === 0) return [...rows]
  const others = rows.filter((row) => !isMine(row))
  return [heads.mine, ...mine, ...(others.length === 0 ? [] : [heads.others, ...others])]
}
