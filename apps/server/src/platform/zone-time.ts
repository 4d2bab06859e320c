const dayMs = 24 * 60 * 60_000

/**
 * The moment, Unix ms, of a time on the clocks of a zone, which is given as if it were of UTC. Of one that comes twice the first,
 * and one that is skipped comes as much later as was skipped.
 *
 * @param zone of the IANA database
 */
export function instantOf(zone: string, local: number): number {
  const [before, after] = [offsetAt(zone, local - dayMs), offsetAt(zone, local + dayMs)]
  // Of one that comes twice the first: the clocks are set back, so what they were before is more.
  for (const offset of [before, after]) if (offsetAt(zone, local - offset) === offset) return local - offset
  return local - before
}

/** By the name in small letters, which is any spelling of it: there are no more of these than zones (B226). */
const formats = new Map<string, Intl.DateTimeFormat>()

/** How much the clocks of a zone are ahead of UTC at a moment, ms. */
export function offsetAt(zone: string, at: number): number {
  const name = zone.toLowerCase()
  let format = formats.get(name)
  if (!format) {
    format = new Intl.DateTimeFormat('en-US', {
      timeZone: zone,
      hourCycle: 'h23',
      year: 'numeric',
      month: 'numeric',
      day: 'numeric',
      hour: 'numeric',
      minute: 'numeric',
      second: 'numeric',
    })
    formats.set(name, format)
  }
  const whole = Math.floor(at / 1000) * 1000
  const parts = new Map(format.formatToParts(whole).map(({ type, value }) => [type, Number(value)]))
  const [year = 0, month = 1, day = 1, hour = 0, minute = 0, second = 0] = (
    ['year', 'month', 'day', 'hour', 'minute', 'second'] as const
  ).map((part) => parts.get(part))
  return Date.UTC(year, month - 1, day, hour, minute, second) - whole
}
