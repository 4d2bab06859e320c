export const settingsTabs = [
  ...(['profile', 'security', 'contacts', 'phones', 'quiet-hours'] as const),
  ...(['sessions', 'appearance'] as const),
] as const
export type SettingsTab = (typeof settingsTabs)[number]

/** The query of the settings: which part of them is shown; the first one if it says none. */
interface SettingsSearch {
  tab?: SettingsTab
}

export function parseSettingsSearch(search: Record<string, unknown>): SettingsSearch {
  const tab = settingsTabs.find((known) => known === search['tab'])
  return tab === undefined || tab === 'profile' ? {} : { tab }
}
