import type { BridgeScenario } from './bridge-scenario.ts'

/** A bridge of the demo. Two with one `name` push with one token; `key` is the name whose peer id it has. */
export interface DemoBridge {
  blockchainId: number
  name: string
  scenario: BridgeScenario
  version: string
  /** Hours that it had been running when the demo began. */
  ranHours: number
  key?: string
  /** Blocks that it lacks at first, where it catches up; else thousands. */
  behind?: number
}

const [newest, before, bug] = ['v0.31.4', 'v0.31.2', 'v0.29.1'] as const

/** Every case that a monitor has to distinguish from the others, among some that are well. */
export const demoBridges: readonly DemoBridge[] = [
  { blockchainId: 1, name: 'Archive 1', scenario: 'healthy', version: newest, ranHours: 412 },
  { blockchainId: 1, name: 'Archive 2', scenario: 'healthy', version: newest, ranHours: 97 },
  { blockchainId: 1, name: 'Frankfurt', scenario: 'stalled', version: newest, ranHours: 36 },
  { blockchainId: 1, name: 'Helsinki', scenario: 'silent', version: newest, ranHours: 220 },
  { blockchainId: 1, name: 'Lisbon', scenario: 'restarting', version: before, ranHours: 1 },
  { blockchainId: 1, name: 'Kyiv', scenario: 'catching_up', version: newest, ranHours: 2 },
  { blockchainId: 1, name: 'Old release', scenario: 'head_bug', version: bug, ranHours: 1_204 },
  // Somebody copied the folder of keys to a second host.
  { blockchainId: 1, name: 'Moved', scenario: 'healthy', version: newest, ranHours: 5 },
  { blockchainId: 1, name: 'Moved', scenario: 'healthy', version: before, ranHours: 640 },
  // Somebody else's token, with the peer id of the first.
  { blockchainId: 1, name: 'Impostor', scenario: 'healthy', version: newest, ranHours: 3, key: 'Archive 2' },
  { blockchainId: 2, name: 'Testnet 1', scenario: 'healthy', version: newest, ranHours: 150 },
  { blockchainId: 2, name: 'Testnet 2', scenario: 'healthy', version: before, ranHours: 700 },
]
