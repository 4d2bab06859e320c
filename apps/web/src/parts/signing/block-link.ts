/**
 * Explorers by the end of their host that have a block of the consensus at `/block/<height>`. Of the built-in ones that
 * are not here (chainscan-galileo.0g.ai, governance.xrplevm.org, storyscan.app) it is not known: a link that leads to
 * another block, or nowhere, is worse than none.
 */
const blockHosts = ['mintscan.io', 'explorers.guru', 'explorer.provenance.io', 'ping.pub']

/** A block in the network's explorer; null where it is not known how that names blocks. */
export function blockLink(explorerUrl: string | null, height: number): string | null {
  if (explorerUrl === null) return null
  const { href, host } = new URL(explorerUrl)
  const knows = blockHosts.some((end) => host === end || host.endsWith(`.${end}`))
  return knows ? `${href.replace(/\/$/, '')}/block/${height}` : null
}
