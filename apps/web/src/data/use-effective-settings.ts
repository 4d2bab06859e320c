import useMediaQuery from '@mui/material/useMediaQuery'
import { narrowScreen } from './browser-screen.ts'
import { type EffectiveSettings, effectiveSettings } from './effective-settings.ts'
import type { Settings } from './settings-values.ts'
import { useSettings } from './use-settings.ts'

/** What this screen shows of the settings; a page may have some of its own. */
export function useEffectiveSettings(ofPage?: Partial<Settings>): EffectiveSettings {
  const narrow = useMediaQuery(narrowScreen, { noSsr: true })
  return effectiveSettings({ ...useSettings(), ...ofPage }, narrow)
}
