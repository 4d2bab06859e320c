import type { Validator } from '@roundsman/contract/validators'
import type { TFunction } from 'i18next'
import { shortAddress } from '../../parts/validator-name.tsx'
import type { Target } from './target.ts'

/** What a validator is called; one that is gone has its number. */
export function nameOf(validator: Validator | undefined, id: number): string {
  if (validator === undefined) return `#${id}`
  return validator.moniker ?? shortAddress(validator.consensus_address)
}

/** What a target is called: of several validators the first, and how many more. */
export function targetWords(
  target: Target | null,
  validators: readonly Validator[],
  t: TFunction<'alerts'>,
): string {
  if (target === null) return t('target.choose')
  if (target.kind !== 'validators') return t(`target.${target.kind}`)
  const name = nameOf(
    validators.find(({ id }) => id === target.first),
    target.first,
  )
  const more = target.ids.length - 1
  return more === 0 ? name : t('target.andMore', { name, count: more })
}
