import type { ValidatorsList } from '@roundsman/contract/validators'
import type { NetworkHealth } from '../../data/network-health.ts'
import { AskMine } from './ask-mine.tsx'
import { useMineQuestion } from './mine-question.ts'
import { TroubleBand } from './trouble-band.tsx'

interface ListBandProps {
  list: ValidatorsList | undefined
  health: NetworkHealth | null
}

/** What comes before the list: which validator is the user's, and who needs somebody. */
export function ListBand({ list, health }: ListBandProps) {
  const asks = useMineQuestion()
  if (!list || list.validators.length === 0 || health?.kind === 'not-followed') return null
  return (
    <>
      {asks ? <AskMine validators={list.validators} /> : null}
      <TroubleBand list={list} health={health} />
    </>
  )
}
