import useMediaQuery from '@mui/material/useMediaQuery'
import { useSyncExternalStore } from 'react'
import { useTranslation } from '../../i18n/use-translation.ts'
import { primaryLanguage } from '../../i18n/i18n.ts'
import { directionOf } from '../../i18n/page-language.ts'
import { narrowScreen } from '../browser/browser.ts'
import { useServices } from './services.ts'
import {
  type EffectiveSettings,
  effectiveSettings,
  type PageSettings,
  type Settings,
} from './settings-values.ts'

/** What the user wants of the appearance, kept up to date. */
export function useSettings(): Settings {
  const { settings } = useServices()
  return useSyncExternalStore(settings.subscribe, settings.get, settings.get)
}

/** What this screen shows of the settings; a page may have some of its own. */
export function useEffectiveSettings(ofPage?: PageSettings): EffectiveSettings {
  const narrow = useMediaQuery(narrowScreen, { noSsr: true })
  return effectiveSettings({ ...useSettings(), ...ofPage }, narrow)
}

/** In the storage: the language that the page had before English. */
export const languageBefore = 'lngBefore'

/** Turns the page into a language, and with it the direction; the browser keeps it under both keys, for every network. */
export function usePageLanguage(): (language: string) => void {
  const { boot, settings, storage } = useServices()
  const { i18n } = useTranslation()
  return (language) => {
    const before = primaryLanguage(i18n.language)
    if (before !== 'en') storage.write(languageBefore, before)
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
