import type { CreateLoop } from '../../platform/create-loop.ts'
import type { Loop } from '../../platform/loop.ts'
import type { CatalogueNetwork } from '../networks/networks.public.ts'
import { type ScrapeDeps, scrapeEveryMs, scrapeNetwork } from './scrape.ts'

/** Reads the pages of one network again and again. */
export function createScrapeLoop(createLoop: CreateLoop, deps: ScrapeDeps, network: CatalogueNetwork): Loop {
  return createLoop({
    name: `bridges/scrape/${network.blockchain_id}`,
    everyMs: scrapeEveryMs,
    // One page that fails does not make the others wait.
    longestPauseMs: scrapeEveryMs,
    pass: () => scrapeNetwork(deps, network),
  })
}
