import type { Scene } from './scene.ts'
import { see, seeLoading } from './scene-steps.ts'

/** Proposals, one of them, and what stands in their place. */
export const governanceViews: readonly Omit<Scene, 'guest' | 'shell'>[] = [
  { name: 'governance', path: '/governance', as: 'mine', shows: see('Open for voting') },
  { name: 'governance-planned', path: '/governance', as: 'planned', shows: see('Upgrade v6.0.0') },
  { name: 'governance-loading', path: '/governance', as: 'slow', shows: seeLoading('Loading proposals') },
  { name: 'governance-error', path: '/governance', as: 'error', shows: see('Couldn’t load the proposals') },
  { name: 'governance-none', path: '/governance', as: 'no-alerts', shows: see('No proposals yet') },
  { name: 'proposal', path: '/governance/28', as: 'mine', shows: see('What operators do') },
  { name: 'proposal-hostile', path: '/governance/27', as: 'mine', shows: see('Claim your airdrop') },
  { name: 'proposal-missing', path: '/governance/999', shows: see('Proposal not found') },
]
