import type { Module } from '../../platform/process/module.ts'
import { addGovernanceRoutes } from './governance.routes.ts'

interface Governance {
  module: Module
}

/** Proposals, votes and upgrades of the networks. */
export function createGovernance(): Governance {
  return { module: { name: 'governance', routes: addGovernanceRoutes } }
}
