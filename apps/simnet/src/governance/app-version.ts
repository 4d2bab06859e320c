import type { ChainState } from '../chain/chain-state.ts'
import type { NetworkProfile } from '../network-profile.ts'

/** What headers and `/status` say that the application's version is: another one only after an upgrade of x/signal. */
export function appVersionOf(
  profile: NetworkProfile,
  { governance }: Pick<ChainState, 'governance'>,
): number {
  return governance?.appVersion ?? profile.appProtocol
}
