import { languages } from '@roundsman/contract/users'
import { useTranslation } from 'react-i18next'
import { useServices } from '../data/services.ts'
import { usePageLanguage } from '../data/use-page-language.ts'
import { sayWrong } from '../ui/say.ts'

/**
 * Chooses the language of the page. The language of mails and messages is the profile's and follows; if the server does
 * not take it, the page keeps its language and the messages theirs, and the user is told.
 */
export function useChooseLanguage(): (language: string) => void {
  const { client, session } = useServices()
  const { t } = useTranslation()
  const setPageLanguage = usePageLanguage()
  return (language) => {
    setPageLanguage(language)
    const user = session.user()
    const code = languages.find((one) => one === language)
    if (!user || !code || user.language === code) return
    const { first_name, last_name, avatar, timezone } = user
    void client
      .call('updateProfile', { body: { first_name, last_name, avatar, timezone, language: code } })
      .then(
        (profile) => session.change(() => profile),
        () => sayWrong(t('bar.languageNotKept')),
      )
  }
}
