import { chainParameters } from '../localnet/chain-parameters.ts'
import type { AgreedParameters } from './chain-under-test.ts'

/** The numbers that the invariants count with; what each chain is made with says the same in its own words. */
export const agreed: AgreedParameters = {
  signedBlocksWindow: 20,
  maxMissed: 15,
  downtimeJailMs: 4_000,
  powerReduction: chainParameters.powerReduction,
  slashDowntimePermille: 10n,
  slashDoubleSignPermille: 50n,
}
