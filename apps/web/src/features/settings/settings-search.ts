export const settingsTabs = [
  ...(['profile', 'security', 'contacts', 'teams', 'phones', 'quiet-hours'] as const),
  ...(['sessions', 'appearance'] as const),
] as const
export type SettingsTab = (typeof settingsTabs)[number]

/** The query of the settings: which part of them is shown; the first one if it says none. */
interface SettingsSearch {
  tab?: SettingsTab
  /** Id of the team that is open. */
  team?: string
}

export function parseSettingsSearch(search: Record<string, unknown>): SettingsSearch {
  const tab = settingsTabs.find((known) => known === search['tab'])
  const team = search['team']
  if (tab === 'teams' && typeof team === 'string' && /^[1-9]\d{0,9}$/.test(team)) return { tab, team }
  return tab === undefined || tab === 'profile' ? {} : { tab }
}
