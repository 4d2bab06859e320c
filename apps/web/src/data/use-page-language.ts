import { useTranslation } from 'react-i18next'
import { directionOf } from '../i18n/direction-of.ts'
import { primaryLanguage } from '../i18n/i18n.ts'
import { useServices } from './services.ts'

/** Turns the page into a language, and with it the direction; the browser keeps it under both keys, for every network. */
export function usePageLanguage(): (language: string) => void {
  const { boot, settings, storage } = useServices()
  const { i18n } = useTranslation()
  return (language) => {
    for (const key of ['lng', 'i18nextLng']) {
      storage.write(key, language)
      storage.writeCookie(key, language, boot.cookie_domain)
    }
    settings.change({ direction: directionOf(language) })
    void i18n.changeLanguage(primaryLanguage(language)).then(() => {
      document.documentElement.lang = primaryLanguage(language)
    })
  }
}
