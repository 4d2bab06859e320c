import { readFile, writeFile } from 'node:fs/promises'
import { chainParameters } from './chain-parameters.ts'
import type { KeyKind } from './consensus-key.ts'
import type { SdkVersion } from './node-binary.ts'

interface ConsensusParams {
  evidence: { max_age_num_blocks: string; max_age_duration: string }
  validator: { pub_key_types: string[] }
}

interface Genesis {
  genesis_time: string
  /** Where it stands up to SDK 0.47. */
  consensus_params?: ConsensusParams
  /** Where it stands since SDK 0.50. */
  consensus?: { params: ConsensusParams }
  app_state: {
    slashing: { params: Record<string, string> }
    staking: { params: { unbonding_time: string } }
    /** 0.55's node votes on nothing. */
    gov?: {
      /** Since SDK 0.47. */
      params?: { voting_period: string; expedited_voting_period?: string } | null
      voting_params?: { voting_period: string } | null
    }
  }
}

/** Writes the suite's parameters into a genesis file. Must happen once, before the file is copied to the others. */
export async function writeParameters(
  file: string,
  { version, keys, now }: { version: SdkVersion; keys: KeyKind; now: number },
): Promise<void> {
  const genesis = JSON.parse(await readFile(file, 'utf8')) as Genesis
  genesis.genesis_time = new Date(now - chainParameters.genesisAgeMs).toISOString()
  Object.assign(genesis.app_state.slashing.params, chainParameters.slashing)
  genesis.app_state.staking.params.unbonding_time = chainParameters.unbondingTime
  const { gov } = genesis.app_state
  const votingPeriod = `${chainParameters.votingMs / 1_000}s`
  if (gov?.voting_params) gov.voting_params.voting_period = votingPeriod
  if (gov?.params) {
    gov.params.voting_period = votingPeriod
    gov.params.expedited_voting_period = `${chainParameters.expeditedVotingMs / 1_000}s`
  }
  const consensus = version === '0.46' ? genesis.consensus_params : genesis.consensus?.params
  if (!consensus) throw new Error(`${file} has no consensus parameters where SDK ${version} keeps them`)
  consensus.evidence.max_age_num_blocks = String(chainParameters.evidenceMaxAgeBlocks)
  consensus.evidence.max_age_duration = String(chainParameters.evidenceMaxAgeNs)
  consensus.validator.pub_key_types = [keys]
  await writeFile(file, JSON.stringify(genesis, null, 1))
}
