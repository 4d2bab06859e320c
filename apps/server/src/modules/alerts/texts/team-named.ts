import { partsWithLink } from './sms-size.ts'
import { type AlertFacts, cleanName, type Reader } from './writing.ts'

/** "Critical, Night crew": how bad, and through which team alone it comes to its reader (A146). */
export function withTeam(severity: string, { team }: Reader): string {
  // A subject has its severity in brackets.
  const name = team === undefined ? '' : cleanName(team.replace(/[[\]]/g, ' '))
  return name === '' ? severity : `${severity}, ${name}`
}

/** "Vector Digital (Night crew)", where others of the message are its reader's own (E400). */
export function nameWithTeam(name: string, { team }: AlertFacts): string {
  const ofTeam = team === undefined ? '' : cleanName(team.replace(/[()[\]]/g, ' '))
  return ofTeam === '' ? name : `${name} (${ofTeam})`
}

/**
 * An SMS names the team where that takes no further part: each is paid for.
 *
 * @param write `isBrief`: without what the team's name is worth more than
 */
export function smsWithTeam(
  severity: string,
  { reader, room }: { reader: Reader; room: number },
  write: (severity: string, isBrief: boolean) => string,
): string {
  const plain = write(severity, false)
  const parts = partsWithLink(plain, room)
  const named = [false, true].map((isBrief) => write(withTeam(severity, reader), isBrief))
  return named.find((one) => partsWithLink(one, room) <= parts) ?? plain
}
