/** Zones that this browser knows, with UTC first and the present one, by whatever name it was kept. */
export function timeZones(present: string): string[] {
  return [...new Set(['UTC', ...[...Intl.supportedValuesOf('timeZone'), present].sort()])]
}
