import { useSyncExternalStore } from 'react'
import { useServices } from './services.ts'
import type { Settings } from './settings-values.ts'

/** What the user wants of the appearance, kept up to date. */
export function useSettings(): Settings {
  const { settings } = useServices()
  return useSyncExternalStore(settings.subscribe, settings.get, settings.get)
}
