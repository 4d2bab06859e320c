import Box from '@mui/material/Box'
import type { ValidatorsList } from '@roundsman/contract/validators'
import { lazy, type ReactNode, Suspense } from 'react'
import type { NetworkHealth } from '../../data/network-health.ts'
import { slimHeight } from '../../ui/slim-alert.tsx'
import { useMineQuestion } from './mine-question.ts'
import { TroubleBand } from './trouble-band.tsx'

/** Loaded after the rows. Who cannot load it is not asked. */
const AskMine = lazy(() => import('./ask-mine.tsx').catch(() => ({ default: Nothing })))

interface Props {
  list: ValidatorsList | undefined
  health: NetworkHealth | null
}

/** What comes before the list: which validator is the user's, and who needs somebody. */
export function ListBand({ list, health }: Props) {
  const asks = useMineQuestion()
  if (!list || list.validators.length === 0 || health?.kind === 'not-followed') return null
  return (
    <>
      {asks ? (
        // The rows go where they will stay.
        <Suspense fallback={<Box sx={{ height: { xs: 158, sm: `calc(${slimHeight} + 18px)` }, mb: 4 }} />}>
          <AskMine validators={list.validators} />
        </Suspense>
      ) : null}
      <TroubleBand list={list} health={health} />
    </>
  )
}

function Nothing(): ReactNode {
  return null
}
