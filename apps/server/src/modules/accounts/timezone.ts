const listed = new Set(['UTC', ...Intl.supportedValuesOf('timeZone')])

/** True for UTC and the zones of the IANA database that this machine knows, also by their other names. */
export function isTimezone(zone: string): boolean {
  if (listed.has(zone)) return true
  // The list has one name for each zone, and browsers may send another (Europe/Kyiv for Europe/Kiev).
  if (!/^[A-Z][A-Za-z_]+(\/[A-Z][A-Za-z0-9_+-]+)+$/.test(zone)) return false
  try {
    new Intl.DateTimeFormat('en', { timeZone: zone })
    return true
  } catch {
    return false
  }
}
