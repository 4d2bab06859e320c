import type { ValidatorDetails, ValidatorEvent } from '@roundsman/contract/validator-details'
import type { NetworkStatus } from '@roundsman/contract/validators'
import type { TFunction } from 'i18next'
import type { Formats } from '../../i18n/formats.ts'
import { isolated } from '../../i18n/isolated.ts'
import { shortAddress } from '../../parts/validator-name.tsx'

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
export function eventWords(
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
      const words = change(amount)
      const share = shareOf(before, after)
      return words === null || share === null ? words : `${words}, ${signed(share, formats)}`
    }
    case 'gap':
      return before === null || after === null
        ? null
        : t('timeline.gapOf', { from: formats.integer(Number(before)), to: formats.integer(Number(after)) })
    default:
      return null
  }
}

function shareOf(before: string | null, after: string | null): number | null {
  const [from, to] = [Number(before ?? Number.NaN), Number(after ?? Number.NaN)]
  return Number.isFinite(from) && Number.isFinite(to) && from > 0 ? to / from - 1 : null
}

function signed(share: number, formats: Formats): string {
  return share < 0 ? `−${formats.percent(-share)}` : `+${formats.percent(share)}`
}
