export interface ChainHeightDeps {
  fetch: typeof globalThis.fetch
  timeout(ms: number): AbortSignal
}

/** The height of the chain by the last of these endpoints that answers: of those of the demo, the first may lie. */
export async function chainHeight(
  { fetch, timeout }: ChainHeightDeps,
  urls: readonly string[],
): Promise<number | null> {
  for (const url of [...urls].reverse()) {
    try {
      const answer = await fetch(`${url}/status`, { signal: timeout(3_000) })
      const { result } = (await answer.json()) as { result: { sync_info: { latest_block_height: string } } }
      return Number(result.sync_info.latest_block_height)
    } catch {
      // The next one may answer.
    }
  }
  return null
}
