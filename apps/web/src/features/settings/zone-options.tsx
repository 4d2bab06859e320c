import { useMemo } from 'react'
import { useServices } from '../../data/services/services.ts'
import { useFormats } from '../../i18n/formats.ts'
import { useTranslation } from '../../i18n/use-translation.ts'
import { presentName, zonesBeside, zoneText } from './time-zones.ts'

/** As the names of zones begin. */
const regionNames = [
  'Africa',
  'America',
  'Antarctica',
  'Arctic',
  'Asia',
  'Atlantic',
  'Australia',
  'Europe',
  'Indian',
  'Pacific',
] as const

/** The zone of the browser first, by itself; the others by continent, in the order of their names (P482). */
export function ZoneOptions({ present }: { present: string }) {
  const { t, i18n } = useTranslation('account')
  const { compare } = useFormats()
  const { serverTime } = useServices()
  const language = i18n.resolvedLanguage ?? 'en'
  const options = useMemo(() => {
    const now = serverTime.now()
    const named = (zone: string) => ({ zone, text: zoneText(zone, now, language) })
    const option = ({ zone, text }: ReturnType<typeof named>) => (
      // What was kept by an older name stays chosen.
      <option key={zone} value={zone === presentName(present) ? present : zone}>
        {text}
      </option>
    )
    const regionText = (region: string) => {
      const known = regionNames.find((one) => one === region)
      return known === undefined ? region : t(`profile.region.${known}`)
    }
    const { here, regions } = zonesBeside(present)
    const groups = regions
      .map(([region, zones]) => ({ region, text: regionText(region), zones: zones.map(named) }))
      .sort((a, b) => compare(a.text, b.text))
    for (const { zones } of groups) zones.sort((a, b) => compare(a.text, b.text))
    return (
      <>
        <optgroup label={t('profile.timezoneHere')}>{option(named(here))}</optgroup>
        {groups.map(({ region, text, zones }) =>
          region === '' ? (
            zones.map(option)
          ) : (
            <optgroup key={region} label={text}>
              {zones.map(option)}
            </optgroup>
          ),
        )}
      </>
    )
  }, [present, serverTime, t, language, compare])
  return options
}
