/**
 * The names of zones that the tz database has today, by those that browsers list instead: ECMA-402 keeps the names of
 * 2005 as the first ones, and they follow one by one. Only those that a browser may list; the database has more links.
 */
const renamed: Readonly<Record<string, string>> = {
  'Africa/Asmera': 'Africa/Asmara',
  'America/Buenos_Aires': 'America/Argentina/Buenos_Aires',
  'America/Catamarca': 'America/Argentina/Catamarca',
  'America/Coral_Harbour': 'America/Atikokan',
  'America/Cordoba': 'America/Argentina/Cordoba',
  'America/Godthab': 'America/Nuuk',
  'America/Indianapolis': 'America/Indiana/Indianapolis',
  'America/Jujuy': 'America/Argentina/Jujuy',
  'America/Louisville': 'America/Kentucky/Louisville',
  'America/Mendoza': 'America/Argentina/Mendoza',
  'Asia/Calcutta': 'Asia/Kolkata',
  'Asia/Dacca': 'Asia/Dhaka',
  'Asia/Katmandu': 'Asia/Kathmandu',
  'Asia/Macao': 'Asia/Macau',
  'Asia/Rangoon': 'Asia/Yangon',
  'Asia/Saigon': 'Asia/Ho_Chi_Minh',
  'Asia/Thimbu': 'Asia/Thimphu',
  'Asia/Ujung_Pandang': 'Asia/Makassar',
  'Asia/Ulan_Bator': 'Asia/Ulaanbaatar',
  'Atlantic/Faeroe': 'Atlantic/Faroe',
  'Europe/Kiev': 'Europe/Kyiv',
  'Pacific/Enderbury': 'Pacific/Kanton',
  'Pacific/Ponape': 'Pacific/Pohnpei',
  'Pacific/Truk': 'Pacific/Chuuk',
}

/** A zone by the name that the tz database has for it today, where this browser knows that one; any other stays. */
export function presentName(zone: string): string {
  const name = renamed[zone]
  return name !== undefined && isKnown(name) ? name : zone
}

function isKnown(zone: string): boolean {
  try {
    return new Intl.DateTimeFormat('en', { timeZone: zone }).resolvedOptions().timeZone !== ''
  } catch {
    return false
  }
}

interface Zones {
  /** What the browser is set to. */
  here: string
  /** All others by their continents. */
  regions: readonly (readonly [region: string, zones: readonly string[]])[]
}

/** The zones that this browser knows, each once and by its present name, also the one that was kept by an older one. */
export function zonesBeside(kept: string): Zones {
  const here = presentName(Intl.DateTimeFormat().resolvedOptions().timeZone)
  const all = ['UTC', ...Intl.supportedValuesOf('timeZone'), kept].map(presentName)
  const regions = new Map<string, string[]>()
  for (const zone of new Set(all)) {
    if (zone === here) continue
    const region = zone.includes('/') ? zone.slice(0, zone.indexOf('/')) : ''
    regions.set(region, [...(regions.get(region) ?? []), zone])
  }
  return { here, regions: [...regions] }
}

/**
 * "Berlin (UTC+1)": the place first, since a list of the browser is searched by the letters that a choice begins with. In
 * other languages than English as far as Intl names it: "Германия, Berlin (UTC+1)" of a country with one zone,
 * "Екатеринбург (UTC+5)" of one with several.
 */
export function zoneText(zone: string, now: number, language: string): string {
  const place = placeOf(zone, now, language)
  const offset = partOf(zone, now, 'en', 'shortOffset')?.replace('GMT', 'UTC').replace(/\+0$/, '') ?? 'UTC'
  return place === offset ? place : `${place} (${offset})`
}

/** Where a zone is, as `zoneText` begins. */
export function placeOf(zone: string, now: number, language: string): string {
  const name = presentName(zone)
  const city = name.slice(name.lastIndexOf('/') + 1).replaceAll('_', ' ')
  if (!/^(ru|uk)/.test(language) || !name.includes('/')) return city
  // "час: Україна" says before the place what it is.
  const local = partOf(zone, now, language, 'shortGeneric')?.replace(/^[^:]*: /, '')
  if (local === undefined || /\d|GMT|UTC/.test(local)) return city
  return countriesIn(language).has(local) ? `${local}, ${city}` : local
}

function partOf(
  zone: string,
  now: number,
  language: string,
  form: 'shortOffset' | 'shortGeneric',
): string | undefined {
  return new Intl.DateTimeFormat(language, { timeZone: zone, timeZoneName: form })
    .formatToParts(now)
    .find(({ type }) => type === 'timeZoneName')?.value
}

const letters = [...'ABCDEFGHIJKLMNOPQRSTUVWXYZ']
const countries = new Map<string, ReadonlySet<string>>()

/** What the countries are called. */
function countriesIn(language: string): ReadonlySet<string> {
  const known = countries.get(language)
  if (known) return known
  const names = new Intl.DisplayNames([language], { type: 'region', fallback: 'none' })
  const all = letters.flatMap((first) => letters.flatMap((second) => names.of(first + second) ?? []))
  const made = new Set(all)
  countries.set(language, made)
  return made
}
