/** As many as one change of alerts may name (the contract's `alertTargetsAtOnce`, whose schemas the first view does not load). */
const mostTargets = 500

/** Ids that an address names, each once. */
export function idsInSearch(value: unknown, most = mostTargets): string[] {
  const ids = [value]
    .flat()
    .filter((id): id is string => typeof id === 'string' && /^(0|[1-9]\d{0,8})$/.test(id))
  return [...new Set(ids)].slice(0, most)
}
