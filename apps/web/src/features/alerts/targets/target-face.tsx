import Typography from '@mui/material/Typography'
import type { Bridge } from '@roundsman/contract/bridges/bridges'
import { stateOf } from '@roundsman/contract/networks/validator-state'
import { shortPeerId } from '../../../parts/bridges/bridge-facts.ts'
import { BridgeSync, BridgeTile, SyncMark } from '../../../parts/bridges/bridge-marks.tsx'
import { StateCell } from '../../../parts/validator-state.tsx'
import { Monogram } from '../../../ui/monogram.tsx'
import { bridgeOf, type Choices, type Target, validatorOf } from './target.ts'

interface Props {
  target: Target | null
  choices: Choices
}

/** The picture of whom a target is, where that is one that the network knows. */
export function TargetPicture({ target, choices, size }: Props & { size: number }) {
  const validator = validatorOf(target, choices)
  if (validator)
    return (
      <Monogram
        name={validator.moniker ?? '#'}
        seed={validator.consensus_address}
        size={size}
        image={validator.avatar}
      />
    )
  return bridgeOf(target, choices) ? <BridgeTile size={size} /> : null
}

interface StateProps extends Props {
  staleAge: number | null
  halted: boolean
}

/** How whom a target is stands, where that is one that the network knows. */
export function TargetState({ target, choices, staleAge, halted }: StateProps) {
  const validator = validatorOf(target, choices)
  const bridge = bridgeOf(target, choices)
  if (validator) return <StateCell state={stateOf(validator)} staleAge={staleAge} halted={halted} />
  if (!bridge) return null
  return <BridgeState bridge={bridge} networkHeight={choices.networkHeight} old={staleAge !== null} />
}

interface BridgeStateProps {
  bridge: Bridge
  networkHeight: number | null
  /** What is known is not of this moment. */
  old: boolean
}

/** State and, under a name, the peer id: nobody but its owner vouches for a name. */
function BridgeState({ bridge, networkHeight, old }: BridgeStateProps) {
  return (
    <span style={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', columnGap: 12 }}>
      {old ? (
        <SyncMark status="UNKNOWN" why="network" />
      ) : (
        <BridgeSync bridge={bridge} networkHeight={networkHeight} />
      )}
      {bridge.name === null ? null : (
        <Typography variant="mono" component="span" color="textSecondary" dir="ltr" title={bridge.peer_id}>
          {shortPeerId(bridge.peer_id)}
        </Typography>
      )}
    </span>
  )
}
