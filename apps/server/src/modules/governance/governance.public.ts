import type { Module } from '../../platform/process/module.ts'
import type { Platform } from '../../platform/platform.ts'
import type { Views } from '../watch/watch.public.ts'
import { addGovernanceRoutes } from './governance.routes.ts'

interface Governance {
  module: Module
}

/** Proposals, votes and upgrades of the networks. `views` are asked once all modules are there. */
export function createGovernance({ db, clock }: Platform, views: Pick<Views, 'of'>): Governance {
  return {
    module: {
      name: 'governance',
      // Nothing that is kept is about a user: validators are public, and who watches them is not written here.
      routes: (server) => addGovernanceRoutes(server, db, clock, views),
    },
  }
}
