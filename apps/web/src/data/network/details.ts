import type { LiveBlock } from '@roundsman/contract/live/live'
import {
  detailsEndpoints,
  type Outage,
  type ValidatorDetails,
} from '@roundsman/contract/networks/validator-details'
import { missingBlocks, quietBlocks } from '@roundsman/contract/networks/validator-state'
import { assuranceLetter, type ValidatorsList } from '@roundsman/contract/networks/validators'
import { queryOptions } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useMemo } from 'react'
import type { ApiClient } from '../api/api-client.ts'
import { mayRetry } from '../api/errors.ts'
import { useFetch } from '../api/operation.ts'
import { useServices } from '../services/services.ts'
import { type StreamedBlocks, useStreamedBlocks } from './streamed-blocks.ts'
import { useValidators } from './validators.ts'

/** How often what the stream does not bring is asked for again, ms. */
const againMs = 60_000

/** What was asked for, and what came. */
interface AskedDetails {
  blocks: number
  details: ValidatorDetails
}
type DetailsKey = readonly ['validator-details', blockchainId: number, name: string, blocks: number]

/** A validator of a network by its id or an address, with its last blocks. */
function detailsQuery(client: ApiClient, blockchainId: number, name: string, blocks: number) {
  return queryOptions<AskedDetails, Error, AskedDetails, DetailsKey>({
    queryKey: ['validator-details', blockchainId, name, blocks],
    queryFn: async ({ signal }) => {
      const details = await client.callTo(detailsEndpoints.validatorDetails, {
        params: { blockchainId, validatorId: name },
        query: { blocks },
        signal,
      })
      return { blocks, details }
    },
    // Of another range the page keeps what it has until that is there.
    placeholderData: (before, query) => (query?.queryKey[2] === name ? before : undefined),
    refetchInterval: againMs,
    retry: mayRetry,
  })
}

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
    refresh,
  } = useFetch(detailsQuery(client, network.blockchain_id, name, blocks), null)
  const { known: list } = useValidators()
  const streamed = useStreamedBlocks()
  const row = list?.validators.find(({ id }) => id === asked?.details.id)
  const known = useMemo(() => {
    if (!asked) return null
    const { details } = asked
    const letters = lettersNow(details, streamed, blocks)
    const outage = letters && outageNow(details, letters, streamed)
    const now = { ...details, ...row, outage }
    const counted_blocks = countedNow(details, now, letters)
    return { details: { ...now, counted_blocks }, letters, list, changingRange: asked.blocks !== blocks }
  }, [asked, row, streamed, blocks, list])
  const lacks = known?.letters ? lacksBlocks(known.letters, streamed) : false
  const changed = row && asked && eventFields.some((field) => row[field] !== asked.details[field])
  const change = changed ? JSON.stringify(eventFields.map((field) => row[field])) : null
  const transition = known ? outageTransition(known.details.outage, known.letters) : null
  const ask = useEffectEvent(() => {
    if (!loading) refresh()
  })
  // What the stream left out after a break.
  useEffect(() => {
    if (lacks) ask()
  }, [lacks])
  // What it does not bring: events, and who it is. An answer that is behind the stream is not asked for again and again.
  useEffect(() => {
    if (change !== null) ask()
  }, [change])
  useEffect(() => {
    if (transition !== null) ask()
  }, [transition])
  return { known, error, fetch }
}

/** Letters of neighboring heights, oldest first. */
export interface GridLetters {
  from: number
  letters: string
  /** How each of the blocks is known, a letter each: `AssuranceLetter`. */
  assurances: string
}

/** The letters of an answer, moved on by the blocks that the stream brought since, as far as none of them is left out. */
export function lettersNow(
  { id, signatures }: Pick<ValidatorDetails, 'id' | 'signatures'>,
  streamed: StreamedBlocks,
  blocks: number,
): GridLetters | null {
  if (signatures.from_height === null) return null
  let { letters, assurances } = signatures
  let height = signatures.from_height + letters.length
  for (let block = streamed.get(height); block; block = streamed.get(height)) {
    letters += letterIn(block, id)
    assurances += assuranceLetter(block.assurance ?? null)
    height += 1
  }
  const shown = letters.slice(-blocks)
  return { from: height - shown.length, letters: shown, assurances: assurances.slice(-blocks) }
}

/** The stream has brought a block above the letters, but not of the next one. */
export function lacksBlocks({ from, letters }: GridLetters, streamed: StreamedBlocks): boolean {
  const newest = [...streamed.keys()].at(-1)
  return newest !== undefined && newest >= from + letters.length
}

/** The outage of an answer, carried on by the blocks that the stream brought since. Pure. */
export function outageNow(
  { outage, signatures }: Pick<ValidatorDetails, 'outage' | 'signatures'>,
  { from, letters }: GridLetters,
  streamed: StreamedBlocks,
): Outage | null {
  if (outage === null || signatures.from_height === null) return outage
  const next = signatures.from_height + signatures.letters.length
  let { blocks, last_height, to } = outage
  for (let height = next; height < from + letters.length; height += 1) {
    if (letters[height - from] !== 'm') continue
    blocks += 1
    last_height = height
    to = streamed.get(height)?.at ?? to
  }
  return { ...outage, blocks, last_height, to }
}

/** Of how many blocks the uptime of a row is, by an answer and the blocks that the stream brought since. Pure. */
export function countedNow(
  { counted_blocks: counted, signatures }: Pick<ValidatorDetails, 'counted_blocks' | 'signatures'>,
  { uptime, signed_blocks_window: window }: Pick<ValidatorDetails, 'uptime' | 'signed_blocks_window'>,
  grid: GridLetters | null,
): number | null {
  if (counted === null || uptime === null || window === null) return null
  if (grid === null || signatures.from_height === null) return counted
  const next = signatures.from_height + signatures.letters.length
  const since = grid.letters.slice(Math.max(0, next - grid.from)).replaceAll('-', '').length
  return Math.min(window, counted + since)
}

/**
 * What the letters say that an answer does not know yet: an outage has begun, or the one that it names is over (W160).
 * Blocks that nobody saw say neither.
 */
export function outageTransition(outage: Outage | null, grid: GridLetters | null): 'begun' | 'over' | null {
  if (grid === null) return null
  const { from, letters, assurances } = grid
  if (outage === null) return letters.endsWith('m'.repeat(missingBlocks)) ? 'begun' : null
  const isOut = letters.endsWith('-') && !assurances.endsWith('-')
  return isOut || from + letters.length - 1 - outage.last_height >= quietBlocks ? 'over' : null
}

function letterIn({ m, n, p, none }: LiveBlock, id: number): string {
  if (m.includes(id)) return 'm'
  if (p.includes(id)) return 'p'
  if (n.includes(id)) return 'n'
  return none.includes(id) ? '-' : 's'
}
