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
  const team = search['team']
  if (tab === 'teams' && typeof team === 'string' && isId.test(team)) return { tab, team }
  if (tab === 'phones') {
    const validator = idsOf(search['validator'])
    const bridge = idsOf(search['bridge'])
    return { tab, ...(validator.length > 0 && { validator }), ...(bridge.length > 0 && { bridge }) }
  }
  return tab === undefined || tab === 'profile' ? {} : { tab }
}

const isId = /^[1-9]\d{0,9}$/

function idsOf(value: unknown): string[] {
  const all: readonly unknown[] = Array.isArray(value) ? value : [value]
  return all.filter((one): one is string => typeof one === 'string' && isId.test(one))
}
