import { useTranslation } from 'react-i18next'
import { useFormats } from '../../i18n/use-formats.ts'
import { isProblem } from '../errors.ts'
import { formProblem } from '../form-problem.ts'
import { StorageBlockedError } from './sign-in-attempt.ts'

/** One sentence for a call about a sign-in with the provider. What it refuses, the server says in the user's language. */
export function useProviderProblem(): (error: unknown) => string {
  const { t } = useTranslation()
  const { t: say } = useTranslation('account')
  const formats = useFormats()
  return (error) => {
    if (error instanceof StorageBlockedError) return say('provider.noStorage')
    if (isProblem(error, 'unavailable')) return say('provider.silent')
    if (isProblem(error, 'not_configured')) return say('provider.gone')
    return formProblem(error, t, formats)
  }
}
