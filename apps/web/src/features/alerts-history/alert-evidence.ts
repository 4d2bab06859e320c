import type { AlertHistoryItem } from '@roundsman/contract/alerts'
import { shownLetters, type ValidatorsList } from '@roundsman/contract/validators'
import * as z from 'zod/mini'

const perhaps = <T extends z.ZodMiniType>(schema: T) => z.catch(z.optional(z.nullable(schema)), undefined)
const number = perhaps(z.number())
const word = perhaps(z.string())

/** What is shown of the evidence; what is missing, or is not of this form, is left out. */
const Evidence = z.object({
  assurance: perhaps(z.enum(['PROVEN', 'AGREED', 'SINGLE'])),
  host: word,
  hosts: perhaps(z.array(z.string())),
  value: number,
  before: word,
  after: word,
  missed_blocks: number,
  signed_blocks_window: number,
  consecutive_missed: number,
  consecutive_missed_exact: perhaps(z.boolean()),
  seconds_to_jail: number,
  missed_power_share: number,
  missed_with_you: number,
  signed_power_share: number,
  upgrade: perhaps(z.object({ name: z.string(), height: z.number() })),
  flaps: perhaps(z.object({ count: z.number(), since: z.number() })),
  held_back: word,
  signatures: perhaps(z.object({ from_height: z.number(), letters: z.string() })),
})
export type Evidence = z.infer<typeof Evidence>

export function evidenceOf({ evidence }: AlertHistoryItem): Evidence {
  return z.parse(Evidence, evidence)
}

/** Blocks around an alert: letters as in every strip, and the heights of the first and the last. */
export interface AlertBlocks {
  letters: string
  from: number
  to: number
}

/**
 * The blocks around an alert, as far as they are known: what the evidence has, else the newest blocks of its validator
 * where the alert is among them, else those that the evidence says were missed in a row, up to its height.
 */
export function blocksOf(item: AlertHistoryItem, list: ValidatorsList | undefined): AlertBlocks | null {
  const { height, blockchain_validator_id: id } = item
  const { signatures, consecutive_missed: inARow } = evidenceOf(item)
  if (signatures && signatures.letters !== '') {
    const letters = signatures.letters.slice(-shownLetters)
    const to = signatures.from_height + signatures.letters.length - 1
    return { letters, from: to - letters.length + 1, to }
  }
  if (height === null || id === null) return null
  const newest = list?.network_height
  const row = list?.validators.find((one) => one.id === id)
  if (newest != null && row && newest >= height && newest - height < shownLetters - 5)
    return { letters: row.recent_signatures, from: newest - shownLetters + 1, to: newest }
  if (inARow == null || inARow < 1 || item.trigger !== 'FALSE_TO_TRUE') return null
  const letters = 'm'.repeat(Math.min(inARow, shownLetters)).padStart(shownLetters, '-')
  return { letters, from: height - shownLetters + 1, to: height }
}
