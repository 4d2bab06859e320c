import { type Language, languages, type Profile } from '@roundsman/contract/users'
import { useTranslation } from 'react-i18next'
import { useAction } from '../data/operation.ts'
import { useServices } from '../data/services.ts'
import { usePageLanguage } from '../data/use-page-language.ts'
import { sayWrong } from '../ui/say.ts'

interface Change {
  user: Profile
  language: Language
}

/**
 * Chooses the language of the page. The language of mails and messages is the profile's and follows; if the server does
 * not take it, the page keeps its language and the messages theirs, and the user is told.
 */
export function useChooseLanguage(): { choose: (language: string) => void; loading: boolean } {
  const { client, session } = useServices()
  const { t } = useTranslation()
  const setPageLanguage = usePageLanguage()
  const save = useAction(
    ({ user: { first_name, last_name, avatar, timezone }, language }: Change) =>
      client.call('updateProfile', { body: { first_name, last_name, avatar, timezone, language } }),
    {
      onLoaded: (profile) => session.change(() => profile),
      onError: () => sayWrong(t('bar.languageNotKept')),
    },
  )
  return {
    loading: save.loading,
    choose(wanted) {
      setPageLanguage(wanted)
      const user = session.user()
      const language = languages.find((one) => one === wanted)
      if (user && language && user.language !== language) save.run({ user, language })
    },
  }
}
