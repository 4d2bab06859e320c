import * as z from 'zod/mini'
import { assurances, NetworkStatus, shownLetters, Time, Validator } from '../networks/validators.ts'

/** Version of the stream; a page of another one says that it is outdated, and leaves when to reload to its reader. */
export const liveProtocol = 14

const Ids = z.array(z.int())

/**
 * One block of a network: its header's time, and the validators of the list whose letter is not `s`: they missed,
 * voted nil, proposed, or are not in the set (`none`, the letter `-`). `assurance`: how it is known, where that was
 * written down.
 */
export const LiveBlock = z.object({
  height: z.int(),
  at: Time,
  assurance: z.optional(z.enum(assurances)),
  m: Ids,
  n: Ids,
  p: Ids,
  none: Ids,
})
export type LiveBlock = z.infer<typeof LiveBlock>

/** `seq` is the number of the committed change batch of the network. */
const LiveHello = z.object({ protocol: z.int(), seq: z.int() })
/** One for each batch: `blocks` are those of the batch `seq`, whoever has that batch already has them too. */
export const LiveHeight = z.object({
  height: z.int(),
  at: Time,
  seq: z.int(),
  blocks: z.array(LiveBlock),
})
export type LiveHeight = z.infer<typeof LiveHeight>
export const ValidatorChange = z.extend(z.partial(Validator), { id: z.int() })
export type ValidatorChange = z.infer<typeof ValidatorChange>
/**
 * Fields that changed, with the id; a row never seen before comes whole. `recent_signatures` and `updated_at` are
 * there only where the blocks of `height` do not tell them (`afterBlocks`).
 */
const LiveValidators = z.object({
  changed: z.array(ValidatorChange),
  removed: Ids,
  seq: z.int(),
})

/**
 * Server-sent events of `GET /api/live/{blockchainId}/` by event name; the data is JSON of the schema. More of them:
 * screen-events.ts.
 */
export const liveEvents = {
  hello: LiveHello,
  height: LiveHeight,
  validators: LiveValidators,
  status: NetworkStatus,
} as const
type LiveEventName = keyof typeof liveEvents
export type LiveData<N extends LiveEventName> = z.infer<(typeof liveEvents)[N]>
export type LiveEvent = { [N in LiveEventName]: { event: N; data: LiveData<N> } }[LiveEventName]

/** What the blocks of the stream tell of a row. */
type Strip = Pick<Validator, 'id' | 'recent_signatures' | 'updated_at'>

/**
 * How blocks, oldest first, move a row's strip on. The page applies it; the server applies it to what the page has,
 * and sends the strips that it does not get right (a gap, a validator that left the set).
 */
export function afterBlocks(blocks: readonly LiveBlock[]): <R extends Strip>(row: R) => R {
  const letters = blocks.map((block) => ({ at: block.at, exceptions: exceptionsOf(block) }))
  if (letters.length === 0) return (row) => row
  return (row) => {
    let strip = row.recent_signatures
    let updatedAt = row.updated_at
    for (const { at, exceptions } of letters) {
      const letter = exceptions.get(row.id) ?? 's'
      strip += letter
      if (letter !== '-' && at > updatedAt) updatedAt = at
    }
    return { ...row, recent_signatures: strip.slice(-shownLetters), updated_at: updatedAt }
  }
}

function exceptionsOf({ m, n, p, none }: LiveBlock): ReadonlyMap<number, string> {
  const exceptions = new Map<number, string>()
  for (const [letter, ids] of Object.entries({ m, n, p, '-': none }))
    for (const id of ids) exceptions.set(id, letter)
  return exceptions
}
