import { partsWithLink } from './sms-size.ts'
import { cleanName, type Reader } from './writing.ts'

/** "Critical, Night crew": how bad, and through which team alone it comes to its reader (A146). */
export function withTeam(severity: string, { team }: Reader): string {
  // A subject has its severity in brackets.
  const name = team === undefined ? '' : cleanName(team.replace(/[[\]]/g, ' '))
  return name === '' ? severity : `${severity}, ${name}`
}

/** An SMS names the team where that takes no further part: each is paid for. */
export function smsWithTeam(
  severity: string,
  { reader, room }: { reader: Reader; room: number },
  write: (severity: string) => string,
): string {
  const [plain, named] = [write(severity), write(withTeam(severity, reader))]
  return partsWithLink(named, room) <= partsWithLink(plain, room) ? named : plain
}
