import type { Outage, ValidatorDetails, ValidatorEvent } from '@roundsman/contract/networks/validator-details'
import { type NetworkStatus, shortAddress } from '@roundsman/contract/networks/validators'
import type { TFunction } from 'i18next'
import { type Formats, isolated } from '../../i18n/formats.ts'

// What the rows of the timeline say.

/** What was missed and when; of how many blocks, where it signed some between them. */
export function outageText(
  outage: Outage,
  isInJail: boolean,
  { t, formats, now }: { t: TFunction<'validator'>; formats: Formats; now: number },
): string {
  const { blocks, first_height, last_height, from, to, at_least } = outage
  const all = last_height - first_height + 1
  const missed = {
    count: all === blocks || at_least ? blocks : all,
    value: formats.integer(blocks),
    all: formats.integer(all),
    when: formats.timeRange(from, to, now),
  }
  const text = at_least
    ? t('timeline.missedAtLeast', missed)
    : t(all === blocks ? 'timeline.missed' : 'timeline.missedOf', missed)
  return isInJail ? t('timeline.endedInJail', { missed: text }) : text
}

interface Context {
  /** Of the chain, where it has amounts; else power is counted. */
  unit: NetworkStatus['unit']
  hasTokens: boolean
}

export function eventContext(
  details: Pick<ValidatorDetails, 'tokens'>,
  status: NetworkStatus | undefined,
): Context {
  return { unit: status?.unit ?? null, hasTokens: details.tokens !== null }
}

/** What was and what is, in words; null where the kind says all of it. */
export function textOfEvent(
  { kind, before, after }: ValidatorEvent,
  { unit, hasTokens }: Context,
  t: TFunction<'validator'>,
  formats: Formats,
): string | null {
  const change = (write: (text: string) => string) =>
    before === null || after === null
      ? null
      : t('timeline.change', { before: write(before), after: write(after) })
  switch (kind) {
    case 'commission_changed':
      return change((rate) => formats.rate(Number(rate)))
    case 'rank_changed':
      return change((rank) => formats.integer(Number(rank)))
    case 'key_changed':
      return change(shortAddress)
    case 'moniker_changed':
      return change((name) => t('timeline.name', { name: isolated(name) }))
    case 'power_changed':
    case 'slashed': {
      const amount = (text: string) =>
        hasTokens ? formats.tokens(text, unit?.decimals ?? 0) : formats.integer(BigInt(text))
      if (kind === 'slashed') return lossText({ before, after }, amount, hasTokens ? unit : null, formats)
      const moved = change(amount)
      const share = shareOf(before, after)
      return moved === null || share === null ? moved : `${moved}, ${signed(share, formats)}`
    }
    case 'gap':
      return before === null || after === null
        ? null
        : t('timeline.gapOf', { from: formats.integer(Number(before)), to: formats.integer(Number(after)) })
    default:
      return null
  }
}

/** How much was taken: of what was and what is, shortened, often the same figures are left (P908). */
function lossText(
  { before, after }: Pick<ValidatorEvent, 'before' | 'after'>,
  amount: (text: string) => string,
  unit: NetworkStatus['unit'],
  formats: Formats,
): string | null {
  const share = shareOf(before, after)
  if (before === null || after === null || share === null) return null
  const lost = amount(String(BigInt(before) - BigInt(after)))
  return `−${unit === null ? lost : `${lost}\u00a0${unit.symbol}`} (${formats.percent(Math.max(0, -share))})`
}

/** How much more there is than before, as a share of it; null where one of them is not known. */
export function shareOf(before: string | null, after: string | null): number | null {
  const [from, to] = [Number(before ?? Number.NaN), Number(after ?? Number.NaN)]
  return Number.isFinite(from) && Number.isFinite(to) && from > 0 ? to / from - 1 : null
}

function signed(share: number, formats: Formats): string {
  return share < 0 ? `−${formats.percent(-share)}` : `+${formats.percent(share)}`
}
