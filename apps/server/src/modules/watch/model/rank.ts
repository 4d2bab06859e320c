export interface Ranked {
  id: number
  operatorAddress: string | null
  /** null: the chain does not say; such a row has no rank. */
  tokens: bigint | null
}

/** Ranks from 1 by tokens, most first, then by operator address; no two are alike. */
export function ranksOf(rows: readonly Ranked[]): Map<number, number> {
  const ranked = rows.filter((row) => row.tokens !== null).sort(byTokens)
  return new Map(ranked.map((row, index) => [row.id, index + 1]))
}

function byTokens(a: Ranked, b: Ranked): number {
  const [left, right] = [a.tokens ?? 0n, b.tokens ?? 0n]
  if (left !== right) return left > right ? -1 : 1
  const [one, other] = [a.operatorAddress ?? '', b.operatorAddress ?? '']
  return one < other ? -1 : one > other ? 1 : a.id - b.id
}
