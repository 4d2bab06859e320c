/** "12D3KooWQm…f8Rk": the first ten letters, of which eight are those of most peer ids, and the last four. */
export function shortPeerId(peerId: string): string {
  return peerId.length <= 15 ? peerId : `${peerId.slice(0, 10)}…${peerId.slice(-4)}`
}
