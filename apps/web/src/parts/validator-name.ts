import { shortAddress, type Validator } from '@roundsman/contract/networks/validators'
import { useFormats } from '../i18n/formats.ts'
import { useTranslation } from '../i18n/use-translation.ts'

type Named = Pick<Validator, 'moniker' | 'consensus_address'>

export const validatorName = ({ moniker, consensus_address }: Named) =>
  moniker ?? shortAddress(consensus_address)

/** What some validators are called in a sentence about their alerts: one by its name, several by how many they are. */
export function useValidatorsName(): (validators: readonly Named[]) => string {
  const { t } = useTranslation('alerts')
  const formats = useFormats()
  return (validators) => {
    const [first] = validators
    const count = validators.length
    return first && count === 1
      ? validatorName(first)
      : t('offer.several', { count, value: formats.integer(count) })
  }
}
