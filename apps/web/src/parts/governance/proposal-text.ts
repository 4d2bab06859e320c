import type { Proposal, Tally, VoteOption, VoteOptionWeight } from '@roundsman/contract/governance/governance'
import type { TFunction } from 'i18next'
import type { Formats } from '../../i18n/formats.ts'

/** Letters that change what is around them: they turn the direction of writing, or are not seen at all. */
const unseen = /[\u200B-\u200F\u202A-\u202E\u2060-\u2069\uFEFF\u{E0000}-\u{E007F}]/gu
const controls = /[\u0000-\u0008\u000B-\u001F\u007F-\u009F\u2028\u2029]/g
/** More marks than any language puts on a letter are there to write over the lines above. */
const piledMarks = /(\p{M}{3})\p{M}+/gu

/** A text that a proposer wrote, without what would change the page around it; its lines stay. */
export function harmlessText(text: string): string {
  return text.replaceAll('\r\n', '\n').replace(controls, ' ').replace(unseen, '').replace(piledMarks, '$1')
}

/** The same in one line; empty where nothing of it is left. */
export function harmlessLine(text: string): string {
  return harmlessText(text).replaceAll(/\s+/g, ' ').trim()
}

export const tallyOptions = [
  ['YES', 'yes'],
  ['NO', 'no'],
  ['NO_WITH_VETO', 'no_with_veto'],
  ['ABSTAIN', 'abstain'],
] as const satisfies readonly (readonly [VoteOption, keyof Tally])[]

/** What each option has of all that was cast, 0…1; nothing where nothing was. */
export function tallyShares(tally: Tally): { option: VoteOption; amount: string; share: number }[] {
  const total = tallyOptions.reduce((sum, [, key]) => sum + BigInt(tally[key]), 0n)
  return tallyOptions.map(([option, key]) => ({
    option,
    amount: tally[key],
    share: total === 0n ? 0 : Number((BigInt(tally[key]) * 1_000_000n) / total) / 1_000_000,
  }))
}

export type OwnVote = 'not_voted' | 'unknown' | 'voted'

/** The user's validators on a proposal: first those that still have something to do, then those of whom nobody knows. */
export function ownVotes(
  proposal: Pick<Proposal, 'voted' | 'not_voted' | 'unknown'>,
): { id: number; vote: OwnVote }[] {
  const those = (vote: OwnVote) => proposal[vote].map((id) => ({ id, vote }))
  return [...those('not_voted'), ...those('unknown'), ...those('voted')]
}

/** What was chosen, and how it was split where it was. */
export function optionsText(
  options: readonly VoteOptionWeight[],
  t: TFunction<'governance'>,
  formats: Formats,
): string {
  const [first] = options
  if (options.length === 1 && first) return t(`option.${first.option}`)
  return options.map(({ option, weight }) => `${t(`option.${option}`)} ${formats.rate(weight)}`).join(', ')
}

/** Where a link of a text may lead: the web and mail, and nothing that names one host before an @ and leads to another. */
export function safeHref(href: string): string | null {
  try {
    const url = new URL(href)
    if (url.protocol === 'mailto:') return url.href
    const isWeb = url.protocol === 'https:' || url.protocol === 'http:'
    return isWeb && url.username === '' && url.password === '' ? url.href : null
  } catch {
    return null
  }
}
