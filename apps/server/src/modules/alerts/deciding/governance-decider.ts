import { deciding } from '@roundsman/alerting/deciding'
import { governance, type GovernanceFacts, type GovernanceState } from '@roundsman/alerting/governance'
import type { Tx } from '../../../platform/db/database.ts'
import { lockGovernance, readMatters, writeGovernance } from './governance.store.ts'
import { type Raise, raiseOneByOne } from './raise.ts'
import type { RaiseMode } from './savepoint-guard.ts'
import type { DecidingLog } from './deciding-log.ts'

/** Decides of votes and signals in the transactions of whoever reads them. */
export interface GovernanceDecider {
  /**
   * Decides from what is known now, and writes what was decided with the alerts that it amounts to. Gives what to call once
   * that is committed.
   *
   * @param mode null: nothing has failed lately
   */
  decide(tx: Tx, networkId: number, facts: GovernanceFacts, mode: RaiseMode | null): Promise<() => void>
  /** This network is not followed any more. */
  left(networkId: number): void
}

interface GovernanceDeciderDeps {
  raise: Raise
  log: Pick<DecidingLog, 'dropped'>
}

export function createGovernanceDecider({ raise, log }: GovernanceDeciderDeps): GovernanceDecider {
  /** What is committed for certain; the stored head tells whether it is the newest. */
  const remembered = new Map<number, GovernanceState>()

  async function stateOf(
    tx: Tx,
    networkId: number,
    epoch: number,
  ): Promise<{ state: GovernanceState; isNewEpoch: boolean }> {
    const head = await lockGovernance(tx, networkId)
    if (head === null || head.epoch !== epoch)
      return { state: governance.begin(epoch), isNewEpoch: head !== null }
    const known = remembered.get(networkId)
    if (known?.head.step === head.step && known.head.epoch === epoch)
      return { state: known, isNewEpoch: false }
    return { state: { head, matters: await readMatters(tx, networkId) }, isNewEpoch: false }
  }

  return {
    async decide(tx, networkId, facts, mode) {
      const { epoch } = facts
      const { state: before, isNewEpoch } = await stateOf(tx, networkId, epoch)
      const decision = governance.decide(before, facts)
      const { state, outcomes, touched, closed } = decision
      const hasBegun =
        before.head.proposalsSince !== state.head.proposalsSince ||
        before.head.signalsSince !== state.head.signalsSince
      const isSame = touched.length + closed.length + outcomes.length === 0 && !hasBegun
      if (isSame && !isNewEpoch) return () => void remembered.set(networkId, before)
      await writeGovernance(tx, networkId, decision, isNewEpoch)
      const raising = { networkId, outcomes, state: deciding.begin(epoch) }
      if (outcomes.length > 0 && mode === null) await raise(tx, networkId, outcomes, raising.state)
      else if (outcomes.length > 0 && mode !== null)
        await raiseOneByOne(tx, { raise, onDropped: log.dropped }, raising, mode)
      return () => void remembered.set(networkId, state)
    },
    left(networkId) {
      remembered.delete(networkId)
    },
  }
}
