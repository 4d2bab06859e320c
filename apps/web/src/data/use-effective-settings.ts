import useMediaQuery from '@mui/material/useMediaQuery'
import { narrowScreen } from './browser-screen.ts'
import { type EffectiveSettings, effectiveSettings, type PageSettings } from './effective-settings.ts'
import { useSettings } from './use-settings.ts'

/** What this screen shows of the settings; a page may have some of its own. */
export function useEffectiveSettings(ofPage?: PageSettings): EffectiveSettings {
  const narrow = useMediaQuery(narrowScreen, { noSsr: true })
  return effectiveSettings({ ...useSettings(), ...ofPage }, narrow)
}
