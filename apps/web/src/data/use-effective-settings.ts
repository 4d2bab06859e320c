import useMediaQuery from '@mui/material/useMediaQuery'
import { type EffectiveSettings, effectiveSettings } from './effective-settings.ts'
import { useSettings } from './use-settings.ts'

/** What this screen shows of the settings. */
export function useEffectiveSettings(): EffectiveSettings {
  const narrow = useMediaQuery('(max-width:1199.95px)', { noSsr: true })
  return effectiveSettings(useSettings(), narrow)
}
