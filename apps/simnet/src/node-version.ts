import type { NetworkProfile } from './network-profile.ts'

/** CometBFT 0.34 has no `/header`. */
export function knowsHeaderRoute({ cometVersion }: NetworkProfile): boolean {
  return !cometVersion.startsWith('0.34.')
}

/** SDK 0.50 and newer: expedited proposals, cancelled ones, and reasons why one failed. */
export function hasExpedited(profile: NetworkProfile): boolean {
  return !hasLegacyParams(profile)
}

/** Cosmos SDKs that run on CometBFT 0.34 (up to 0.46) keep parameters in x/params. */
export function hasLegacyParams({ cometVersion }: NetworkProfile): boolean {
  return cometVersion.startsWith('0.34.')
}
