import type { NetworkProfile } from './network-profile.ts'

/** CometBFT 0.34 has no `/header`. */
export function knowsHeaderRoute({ cometVersion }: NetworkProfile): boolean {
  return !cometVersion.startsWith('0.34.')
}

/** Cosmos SDKs that run on CometBFT 0.34 (up to 0.46) keep parameters in x/params. */
export function hasLegacyParams({ cometVersion }: NetworkProfile): boolean {
  return cometVersion.startsWith('0.34.')
}
