import { idsInSearch } from '../../parts/ids-in-search.ts'

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
  /** Ids of the validators or bridges whose recommended alerts wait for a number. */
  validator?: string[]
  bridge?: string[]
}

export function parseSettingsSearch(search: Record<string, unknown>): SettingsSearch {
  const tab = settingsTabs.find((known) => known === search['tab'])
  const [team] = idsInSearch(search['team'])
  if (tab === 'teams' && team !== undefined) return { tab, team }
  if (tab === 'phones') {
    const validator = idsInSearch(search['validator'])
    const bridge = idsInSearch(search['bridge'])
    return { tab, ...(validator.length > 0 && { validator }), ...(bridge.length > 0 && { bridge }) }
  }
  return tab === undefined || tab === 'profile' ? {} : { tab }
}
