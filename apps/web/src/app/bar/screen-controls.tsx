import CheckRounded from '@mui/icons-material/CheckRounded'
import DarkModeOutlined from '@mui/icons-material/DarkModeOutlined'
import LanguageRounded from '@mui/icons-material/LanguageRounded'
import LightModeOutlined from '@mui/icons-material/LightModeOutlined'
import IconButton from '@mui/material/IconButton'
import { type Language, languages, type Profile } from '@roundsman/contract/accounts/users'
import { useId, useState, useSyncExternalStore } from 'react'
import { useTranslation } from '../../i18n/use-translation.ts'
import { useAction } from '../../data/api/operation.ts'
import { useServices, useUser } from '../../data/services/services.ts'
import { languageBefore, usePageLanguage } from '../../data/services/use-settings.ts'
import { AnchoredMenu, MenuItem } from '../../ui/controls/menu.tsx'
import { showError } from '../../ui/toast.ts'
import { styled } from '../../ui/theme/styled.tsx'

/** Languages by the names that their speakers use. */
const names: Record<Language, string> = { en: 'English', ru: 'Русский', uk: 'Українська' }

interface LanguageMenuProps {
  language: string
  offered: readonly Language[]
  /** A choice is being saved. */
  busy: boolean
  onChange: (language: string) => void
}

function LanguageMenu({ language, offered, busy, onChange }: LanguageMenuProps) {
  const { t } = useTranslation()
  const id = useId()
  const [anchor, setAnchor] = useState<HTMLElement | null>(null)
  return (
    <>
      <IconButton
        title={t('bar.language')}
        aria-label={t('bar.language')}
        aria-haspopup="menu"
        aria-busy={busy}
        loading={busy}
        aria-controls={anchor ? id : undefined}
        aria-expanded={anchor !== null}
        onClick={(event) => setAnchor(event.currentTarget)}
      >
        <LanguageRounded sx={{ fontSize: 20 }} />
      </IconButton>
      <AnchoredMenu
        id={id}
        anchorEl={anchor}
        onClose={() => setAnchor(null)}
        anchorOrigin={{ vertical: 'bottom', horizontal: 'right' }}
        transformOrigin={{ vertical: 'top', horizontal: 'right' }}
        slotProps={{ list: { 'aria-label': t('bar.language') } }}
      >
        {offered.map((code) => (
          <MenuItem
            key={code}
            lang={code}
            selected={code === language}
            role="menuitemradio"
            aria-checked={code === language}
            onClick={() => {
              setAnchor(null)
              onChange(code)
            }}
          >
            {names[code]}
            {code === language ? <CheckRounded sx={{ fontSize: 18, marginInlineStart: 'auto' }} /> : null}
          </MenuItem>
        ))}
      </AnchoredMenu>
    </>
  )
}

/** By the page's own scheme and not by what is drawn, so that the first view has the right one (index.html). */
const OfScheme = styled('span')({
  display: 'contents',
  'html[data-scheme="dark"] &[data-of="light"], html[data-scheme="light"] &[data-of="dark"]': {
    display: 'none',
  },
})

interface ModeToggleProps {
  scheme: 'light' | 'dark'
  onChange: (scheme: 'light' | 'dark') => void
}

function ModeToggle({ scheme, onChange }: ModeToggleProps) {
  const { t } = useTranslation()
  const label = scheme === 'light' ? t('bar.toDark') : t('bar.toLight')
  return (
    <IconButton
      title={label}
      aria-label={label}
      onClick={() => onChange(scheme === 'light' ? 'dark' : 'light')}
    >
      <OfScheme data-of="light">
        <DarkModeOutlined sx={{ fontSize: 20 }} />
      </OfScheme>
      <OfScheme data-of="dark">
        <LightModeOutlined sx={{ fontSize: 20 }} />
      </OfScheme>
    </IconButton>
  )
}

interface Change {
  user: Profile
  language: Language
}

/**
 * Chooses the language of the page. The language of mails and messages is the profile's and follows; if the server does
 * not take it, the page keeps its language and the messages theirs, and the user is told.
 */
function useChooseLanguage(): { choose: (language: string) => void; loading: boolean } {
  const { client, session } = useServices()
  const { t } = useTranslation()
  const setPageLanguage = usePageLanguage()
  const save = useAction(
    ({ user: { first_name, last_name, avatar, timezone }, language }: Change) =>
      client.call('updateProfile', { body: { first_name, last_name, avatar, timezone, language } }),
    {
      onLoaded: (profile) => session.change(() => profile),
      onError: () => showError(t('bar.languageNotKept')),
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

/** Language and color scheme, in the bar and on the pages without one. */
export function ScreenControls() {
  const { settings, storage } = useServices()
  const user = useUser()
  const { i18n } = useTranslation()
  const { choose, loading } = useChooseLanguage()
  const scheme = useSyncExternalStore(settings.subscribe, settings.scheme, settings.scheme)
  const language = i18n.resolvedLanguage ?? 'en'
  // The specification offers English; whoever reads the page otherwise, or did, finds the way back (P311).
  const used: readonly unknown[] = ['en', language, user?.language, storage.read(languageBefore)]
  const offered = languages.filter((one) => used.includes(one))
  return (
    <>
      <LanguageMenu language={language} offered={offered} busy={loading} onChange={choose} />
      <ModeToggle scheme={scheme} onChange={settings.setMode} />
    </>
  )
}
