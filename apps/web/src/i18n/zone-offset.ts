import { knownTimeZone } from './formats.ts'

/** Seconds that the user's zone is ahead of UTC, by Unix seconds. */
export function createZoneOffset(wanted: string | undefined): (at: number) => number {
  const timeZone = knownTimeZone(wanted)
  // Swedish writes a time as ISO 8601 does.
  const parts = new Intl.DateTimeFormat('sv', {
    timeZone,
    hourCycle: 'h23',
    dateStyle: 'short',
    timeStyle: 'medium',
  })
  const offsets = new Map<number, number>()
  return (at) => {
    // Zones change at quarters of an hour at the most, and there are a few dozen ticks.
    const quarter = Math.floor(at / 900)
    const offset =
      offsets.get(quarter) ??
      Date.parse(`${parts.format(quarter * 900_000).replace(' ', 'T')}Z`) / 1_000 - quarter * 900
    offsets.set(quarter, offset)
    return offset
  }
}
