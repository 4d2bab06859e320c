import type { TFunction } from 'i18next'

/** The strip as a sentence: "Last 60 blocks: 48 signed, 12 missed, all of the last 12". */
export function stripLabel(letters: string, t: TFunction): string {
  const count = (wanted: string) => [...letters].filter((letter) => wanted.includes(letter)).length
  const missed = count('m')
  const unseen = count('-')
  const nil = count('n')
  const missedNow = /m*$/.exec(letters)?.[0].length ?? 0
  const parts = [
    t('strip.signedCount', { count: count('sp') }),
    nil > 0 && t('strip.nilCount', { count: nil }),
    missed > 0 && t('strip.missedCount', { count: missed }),
    missedNow > 1 && t('strip.missedNow', { count: missedNow }),
    unseen > 0 && t('strip.unseenCount', { count: unseen }),
  ]
  return t('strip.label', {
    count: letters.length,
    parts: parts.filter((part) => part !== false).join(', '),
  })
}
