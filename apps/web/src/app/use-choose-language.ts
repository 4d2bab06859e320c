import { useTranslation } from 'react-i18next'
import { useServices } from '../data/services.ts'
import { directionOf } from '../i18n/direction-of.ts'
import { primaryLanguage } from '../i18n/i18n.ts'

/**
 * Chooses the language of the page, and with it the direction. The language of mails and messages is the profile's
 * and follows; if the server does not take it, the page keeps its language and the messages theirs.
 */
export function useChooseLanguage(): (language: string) => void {
  const { client, session, settings, storage } = useServices()
  const { i18n } = useTranslation()
  return (language) => {
    for (const key of ['lng', 'i18nextLng']) storage.write(key, language)
    settings.change({ direction: directionOf(language) })
    void i18n.changeLanguage(language).then(() => {
      document.documentElement.lang = primaryLanguage(language)
    })
    const user = session.user()
    const code = primaryLanguage(language)
    if (!user || user.language === code) return
    const { first_name, last_name, avatar, timezone } = user
    void client
      .call('updateProfile', { body: { first_name, last_name, avatar, timezone, language: code } })
      .then(
        (profile) => session.change(() => profile),
        () => undefined,
      )
  }
}
