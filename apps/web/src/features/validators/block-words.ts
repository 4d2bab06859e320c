import type { ValidatorsList } from '@roundsman/contract/validators'
import type { TFunction } from 'i18next'
import type { BlockTimes } from '../../data/live/block-times.ts'
import type { Formats } from '../../i18n/formats.ts'

interface Known {
  list: ValidatorsList
  times: BlockTimes
  /** Blocks that passed unseen since the letters were last true. */
  unseen: number
  /** The server's time, Unix ms. */
  now: number
}

const words = { s: 'signed', p: 'proposed', n: 'nil', m: 'missed', '-': 'unseen' } as const

/**
 * "9,412,300 · Missed · 11:59:40" of a block of a row, counted back from the newest; null where nothing is known of
 * it. A time that the stream has not told follows from the pace of the network, and says so.
 */
export function blockWords(
  { list, times, unseen, now }: Known,
  { row, back }: { row: string; back: number },
  t: TFunction,
  formats: Formats,
): string | null {
  const { network_height: newest, status } = list
  const letters = list.validators.find(({ id }) => String(id) === row)?.recent_signatures
  if (letters === undefined || newest === null) return null
  const seen = back - unseen
  const letter = seen < 0 ? '-' : (letters.at(-1 - seen) ?? '-')
  const height = newest - seen
  if (height < 1) return null
  const at = times.get(height)
  const pace = status.block_time_seconds
  const guess =
    status.latest_block_at === null || pace === null
      ? null
      : new Date(Date.parse(status.latest_block_at) - seen * pace * 1_000).toISOString()
  const time = at ?? (seen === 0 ? status.latest_block_at : null)
  return [
    formats.integer(height),
    t(`strip.${isLetter(letter) ? words[letter] : 'unseen'}`),
    time
      ? formats.time(time, now)
      : guess && seen >= 0
        ? t('strip.about', { time: formats.time(guess, now) })
        : null,
  ]
    .filter((part) => part !== null)
    .join(' · ')
}

function isLetter(letter: string): letter is keyof typeof words {
  return Object.hasOwn(words, letter)
}
