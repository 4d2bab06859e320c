import type { Profile } from '@roundsman/contract/users'
import { useTranslation } from 'react-i18next'
import { isProblem } from '../../data/errors.ts'
import { formProblem } from '../../data/form-problem.ts'
import { useFormats } from '../../i18n/use-formats.ts'

/** One sentence for a call that takes the present password, or a fresh sign-in of those who have none. */
export function useReauthProblem(user: Pick<Profile, 'has_password'>): (error: unknown) => string {
  const { t } = useTranslation()
  const { t: say } = useTranslation('account')
  const formats = useFormats()
  return (error) => {
    if (!isProblem(error, 'invalid_credentials')) return formProblem(error, t, formats)
    return user.has_password ? say('password.wrong') : say('password.signInAgain')
  }
}
