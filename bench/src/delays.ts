/** Delays in ms from the truth to each observation, for the heights that both know. */
export function delays(
  truth: ReadonlyMap<number, number>,
  observations: ReadonlyMap<number, number>,
): number[] {
  return [...observations].flatMap(([height, at]) => {
    const visible = truth.get(height)
    return visible === undefined ? [] : [at - visible]
  })
}

/** Notes when each height was seen first. */
export function keepFirst(seen: Map<number, number>): (height: number, at: number) => void {
  return (height, at) => {
    if (!seen.has(height)) seen.set(height, at)
  }
}
