import { useMemo } from 'react'
import { useServices } from '../../data/services/services.ts'
import { useTranslation } from '../../i18n/use-translation.ts'

interface Zones {
  /** What the browser is set to. */
  here: string
  /** All others by their continents, each in the order of its names. */
  regions: readonly (readonly [region: string, zones: readonly string[]])[]
}

/** The zones that this browser knows, and the present one by whatever name it was kept. */
function zonesBeside(present: string): Zones {
  const here = Intl.DateTimeFormat().resolvedOptions().timeZone
  const regions = new Map<string, string[]>()
  for (const zone of new Set(['UTC', ...Intl.supportedValuesOf('timeZone'), present].sort())) {
    if (zone === here) continue
    const region = zone.includes('/') ? zone.slice(0, zone.indexOf('/')) : ''
    regions.set(region, [...(regions.get(region) ?? []), zone])
  }
  return { here, regions: [...regions].sort(([a], [b]) => a.localeCompare(b, 'en')) }
}

/** "Berlin (UTC+1)": the city first, since a list of the browser is searched by the letters that a choice begins with. */
export function zoneText(zone: string, now: number): string {
  const city = zone.slice(zone.indexOf('/') + 1).replaceAll('_', ' ')
  const parts = new Intl.DateTimeFormat('en', { timeZone: zone, timeZoneName: 'shortOffset' }).formatToParts(
    now,
  )
  const offset = parts.find(({ type }) => type === 'timeZoneName')?.value.replace('GMT', 'UTC') ?? 'UTC'
  return city === offset ? city : `${city} (${offset})`
}

/** The zone of the browser first, by itself; the others by continent (P482). */
export function ZoneOptions({ present }: { present: string }) {
  const { t } = useTranslation('account')
  const { serverTime } = useServices()
  const options = useMemo(() => {
    const now = serverTime.now()
    const option = (zone: string) => (
      <option key={zone} value={zone}>
        {zoneText(zone, now)}
      </option>
    )
    const { here, regions } = zonesBeside(present)
    return (
      <>
        <optgroup label={t('profile.timezoneHere')}>{option(here)}</optgroup>
        {regions.map(([region, zones]) =>
          region === '' ? (
            zones.map(option)
          ) : (
            <optgroup key={region} label={region}>
              {zones.map(option)}
            </optgroup>
          ),
        )}
      </>
    )
  }, [present, serverTime, t])
  return options
}
