import { useSyncExternalStore } from 'react'
import { useTranslation } from 'react-i18next'
import { useServices } from '../data/services.ts'
import { LanguageMenu } from '../ui/language-menu.tsx'
import { ModeToggle } from '../ui/mode-toggle.tsx'
import { useChooseLanguage } from './use-choose-language.ts'

/** Language and colour scheme, in the bar and on the pages without one. */
export function ScreenControls() {
  const { settings } = useServices()
  const { i18n } = useTranslation()
  const { choose, loading } = useChooseLanguage()
  const scheme = useSyncExternalStore(settings.subscribe, settings.scheme, settings.scheme)
  return (
    <>
      <LanguageMenu language={i18n.resolvedLanguage ?? 'en'} busy={loading} onChange={choose} />
      <ModeToggle scheme={scheme} onChange={settings.setMode} />
    </>
  )
}
