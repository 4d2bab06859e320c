/** An event of a calendar; times are Unix ms. */
export interface CalendarEvent {
  /** The same for the same event whenever it is asked for. */
  uid: string
  from: number
  to: number
  summary: string
}

/**
 * A calendar as RFC 5545 has it. Its times are those of UTC, which needs no table of a zone's rules: a hand-over at a time on
 * the wall is worked out before.
 *
 * @param at Unix ms, when it was made
 */
export function calendarFile(name: string, events: readonly CalendarEvent[], at: number): string {
  const lines = [
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    'PRODID:-//Roundsman//On call//EN',
    'CALSCALE:GREGORIAN',
    'METHOD:PUBLISH',
    `NAME:${textOf(name)}`,
    `X-WR-CALNAME:${textOf(name)}`,
    'REFRESH-INTERVAL;VALUE=DURATION:PT1H',
    'X-PUBLISHED-TTL:PT1H',
    ...events.flatMap(({ uid, from, to, summary }) => [
      'BEGIN:VEVENT',
      `UID:${textOf(uid)}`,
      `DTSTAMP:${timeOf(at)}`,
      `DTSTART:${timeOf(from)}`,
      `DTEND:${timeOf(to)}`,
      `SUMMARY:${textOf(summary)}`,
      // Nobody is busy all week for being on call.
      'TRANSP:TRANSPARENT',
      'END:VEVENT',
    ]),
    'END:VCALENDAR',
  ]
  return `${lines.map(folded).join('\r\n')}\r\n`
}

/** `20261130T080000Z`. */
function timeOf(ms: number): string {
  return `${new Date(ms).toISOString().slice(0, 19).replaceAll(/[-:]/g, '')}Z`
}

function textOf(text: string): string {
  return text
    .replaceAll(/[\\;,]/g, (sign) => `\\${sign}`)
    .replaceAll(/\r\n|[\r\n]/g, '\\n')
    .replaceAll(/\p{Cc}/gu, ' ')
}

/** Octets of a line without its end, at most. */
const lineOctets = 75

/** A long line goes on behind a space, and no letter is cut apart. */
function folded(line: string): string {
  const parts = ['']
  let octets = 0
  for (const letter of line) {
    const size = Buffer.byteLength(letter)
    if (octets + size > lineOctets) {
      parts.push('')
      octets = 1
    }
    parts[parts.length - 1] += letter
    octets += size
  }
  return parts.join('\r\n ')
}
