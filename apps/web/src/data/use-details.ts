import type { ValidatorDetails } from '@roundsman/contract/validator-details'
import type { ValidatorsList } from '@roundsman/contract/validators'
import { useEffect, useEffectEvent, useMemo } from 'react'
import { useFetch } from './operation.ts'
import { useServices } from './services.ts'
import { useValidators } from './use-validators.ts'
import { detailsQuery } from './details-query.ts'
import { type GridLetters, lacksBlocks, lettersNow } from './live/live-letters.ts'
import { useStreamedBlocks } from './live/use-streamed-blocks.ts'

export interface KnownValidator {
  details: ValidatorDetails
  /** Null where no block of the network is known. */
  letters: GridLetters | null
  /** The list that its row is in. */
  list: ValidatorsList | undefined
  /** A longer or shorter range of blocks is on its way. */
  changingRange: boolean
}

interface Found {
  /** What is known, also where the last answer was an error. */
  known: KnownValidator | null
  error: Error | null
  fetch: () => void
}

/** What a row says of a validator that an event of its timeline, or another description, comes with. */
const eventFields = ['jailed', 'bond_status', 'tombstoned', 'moniker', 'commission_rate'] as const

/** A validator as the stream has it: its row lives with the list, its letters go on with each block. */
export function useDetails(name: string, blocks: number): Found {
  const { client, network } = useServices()
  const {
    known: asked,
    error,
    loading,
    fetch,
  } = useFetch(detailsQuery(client, network.blockchain_id, name, blocks), null)
  const { known: list } = useValidators()
  const streamed = useStreamedBlocks()
  const row = list?.validators.find(({ id }) => id === asked?.details.id)
  const known = useMemo(() => {
    if (!asked) return null
    const { details } = asked
    const letters = lettersNow(details, streamed, blocks)
    return { details: { ...details, ...row }, letters, list, changingRange: asked.blocks !== blocks }
  }, [asked, row, streamed, blocks, list])
  const lacks = known?.letters ? lacksBlocks(known.letters, streamed) : false
  const changed = row && asked && eventFields.some((field) => row[field] !== asked.details[field])
  const change = changed ? JSON.stringify(eventFields.map((field) => row[field])) : null
  const ask = useEffectEvent(() => {
    if (!loading) fetch()
  })
  // What the stream left out after a break.
  useEffect(() => {
    if (lacks) ask()
  }, [lacks])
  // What it does not bring: events, and who it is. An answer that is behind the stream is not asked for again and again.
  useEffect(() => {
    if (change !== null) ask()
  }, [change])
  return { known, error, fetch }
}
