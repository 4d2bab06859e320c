/** "12D3KooWQm…f8Rk": the first ten letters, of which eight are those of most peer ids, and the last four. */
export function shortPeerId(peerId: string): string {
  return peerId.length <= 15 ? peerId : `${peerId.slice(0, 10)}…${peerId.slice(-4)}`
}

/** True for what looks like a peer id: a bridge without a name is called by it. */
export function isPeerId(text: string): boolean {
  return /^(12D3KooW|16Uiu2HA|Qm)[1-9A-HJ-NP-Za-km-z]{38,}$/.test(text)
}
