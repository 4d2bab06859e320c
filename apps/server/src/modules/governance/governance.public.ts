import { createGovernanceReader } from '@roundsman/cometbft/governance-reader'
import type { Module } from '../../platform/process/module.ts'
import type { Platform } from '../../platform/platform.ts'
import type { Networks } from '../networks/networks.public.ts'
import type { ChainCompanion, Views } from '../watch/watch.public.ts'
import { createGovernanceDeciding, type Decides } from './deciding/governance-deciding.ts'
import { addGovernanceRoutes } from './governance.routes.ts'
import { createGovernanceCompanion } from './reading/companion.ts'
import { createGovernanceLog } from './reading/governance-log.ts'
import { createWatched, type ReadWatched } from './reading/watched.ts'

interface Governance {
  module: Module
  /** Reads each network in the process that follows it. */
  companion: ChainCompanion
}

/**
 * Proposals, votes and upgrades of the networks. `views` are asked once all modules are there; `readWatched` says whose votes
 * are looked for, and `alerts` decides from what is read.
 */
export function createGovernance(
  { db, clock, log, metrics }: Platform,
  views: Pick<Views, 'of'>,
  networks: Pick<Networks, 'byId'>,
  readWatched: ReadWatched,
  alerts: Decides,
): Governance {
  const governanceLog = createGovernanceLog(log, metrics, clock)
  return {
    companion: createGovernanceCompanion({
      db,
      clock,
      createReader: createGovernanceReader,
      watched: createWatched(readWatched, clock),
      log: governanceLog,
      deciding: createGovernanceDeciding({ db, alerts, networks, clock, log: governanceLog }),
    }),
    module: {
      name: 'governance',
      // Nothing that is kept is about a user: validators are public, and who watches them is not written here.
      routes: (server) => addGovernanceRoutes(server, db, clock, views, networks),
    },
  }
}
