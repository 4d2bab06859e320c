import { useSyncExternalStore } from 'react'
import { useTranslation } from 'react-i18next'
import { useServices } from '../data/services.ts'
import { LanguageMenu } from '../ui/language-menu.tsx'
import { ModeToggle } from '../ui/mode-toggle.tsx'

/** Language and colour scheme, in the bar and on the pages without one. */
export function ScreenControls() {
  const { settings, storage } = useServices()
  const { i18n } = useTranslation()
  const scheme = useSyncExternalStore(settings.subscribe, settings.scheme)
  return (
    <>
      <LanguageMenu
        language={i18n.resolvedLanguage ?? 'en'}
        onChange={(language) => {
          storage.write('i18nextLng', language)
          void i18n.changeLanguage(language).then(() => {
            document.documentElement.lang = language
          })
        }}
      />
      <ModeToggle scheme={scheme} onChange={settings.setMode} />
    </>
  )
}
