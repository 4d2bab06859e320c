import { alertText } from './alert-text.ts'
import { whatStands } from './bundles/bundle-message.ts'
import { type AlertFacts, type Reader, withSmallLetter, writingFor } from './writing.ts'

/** One line names no more. */
const most = 5

/** What began and was over while its reader had quiet hours, in one line behind why the message comes now (D301). */
export function meanwhileOf(over: readonly AlertFacts[], reader: Reader): string {
  const { phrases, written } = writingFor(reader)
  const lines = whatStands(over).map((facts) => {
    const { who, sinceInShort } = alertText(facts, reader)
    const [lasted] = sinceInShort
    return `${who}: ${withSmallLetter(lasted === undefined ? facts.title : lasted.replace(/\.$/, ''))}`
  })
  const more = lines.length - most
  const named = phrases.meanwhile(lines.slice(0, most).join('; '))
  return more > 0 ? `${named} ${phrases.more(written.number(more))}` : named
}
