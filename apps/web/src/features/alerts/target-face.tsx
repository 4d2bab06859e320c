import { stateOf } from '@roundsman/contract/validator-state'
import { lazy, Suspense } from 'react'
import { BridgeTile } from '../../parts/bridge-tile.tsx'
import { StateCell } from '../../parts/state-cell.tsx'
import { Monogram } from '../../ui/monogram.tsx'
import { bridgeOf, type Choices, validatorOf } from './choices.ts'
import type { Target } from './target.ts'

/** Loaded with its texts where a bridge is chosen. */
const BridgeState = lazy(() => import('./bridge-state.tsx'))

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
  if (validator) return <StateCell state={stateOf(validator)} {...{ staleAge, halted }} />
  if (!bridge) return null
  return (
    <Suspense fallback={<span style={{ minHeight: '1.5rem' }} />}>
      <BridgeState bridge={bridge} networkHeight={choices.networkHeight} old={staleAge !== null} />
    </Suspense>
  )
}
