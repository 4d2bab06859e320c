import { type ComponentProps, lazy, Suspense } from 'react'
import type { Fetched } from '../../data/operation.ts'
import { useServices } from '../../data/services.ts'
import { isGone } from './choices.ts'
import { LoadError } from './load-error.tsx'
import { NoTarget } from './no-target.tsx'
import { PanelSkeleton } from './page-skeleton.tsx'
import { SettingsPanel } from './settings-panel.tsx'
import { draftNameOf, kindOf, type Target } from './target.ts'

/** Loaded where there is none. */
const NoBridge = lazy(() => import('./no-bridge.tsx'))

interface Props extends Omit<ComponentProps<typeof SettingsPanel>, 'target'> {
  target: Target | null
  /** Where the list of them stands. */
  bridges: Pick<Fetched<unknown, unknown>, 'known' | 'error' | 'fetch'>
}

/** The settings of what is chosen, or why there are none. */
export function TargetContent({ target, bridges, ...panel }: Props) {
  const { network } = useServices()
  if (target === null) return <NoTarget />
  if (kindOf(target) === 'bridges') {
    const { known, error, fetch } = bridges
    if (known === undefined) return error ? <LoadError error={error} onRetry={fetch} /> : <PanelSkeleton />
    const hasAny = panel.choices.bridges.length > 0
    if (!hasAny || isGone(target, panel.choices))
      return (
        <Suspense fallback={<PanelSkeleton />}>
          <NoBridge network={network.name} isGone={hasAny} />
        </Suspense>
      )
  }
  return <SettingsPanel key={draftNameOf(target)} target={target} {...panel} />
}
