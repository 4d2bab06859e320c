import type { Evidence } from '@roundsman/alerting/deciding'
import { voteOptions } from '@roundsman/contract/governance/governance'
import type { Cast, Proposal, Signals } from '../phrases.ts'
import { type AlertFacts, cleanName } from '../writing.ts'

/** Longest title in a message; in an SMS and a subject. */
const longestTitle = 80
export const longestTitleInShort = 32
const longestReason = 160

export function proposalOf({
  evidence,
  at,
  readAt,
  subject,
}: Pick<AlertFacts, 'evidence' | 'at' | 'readAt' | 'subject'>): Proposal | null {
  const { proposal_id: id, title = '', voting_end_at: end } = evidence
  if (id === undefined) return null
  const endsAt = end === undefined ? null : new Date(end)
  const until = (from: Date) => (endsAt === null ? null : (endsAt.getTime() - from.getTime()) / 1000)
  return {
    id,
    title: harmlessTitle(title),
    isExpedited: evidence.is_expedited === true,
    hasStartedOver: evidence.was_expedited === true,
    endsAt,
    secondsLeft: until(readAt ?? at),
    secondsBefore: until(new Date(evidence.ended_at ?? at)),
    vote: voteOf(evidence),
    hasChanged: subject === 'voted' && evidence.before != null,
    turnout: evidence.turnout ?? null,
    quorum: evidence.quorum ?? null,
    shares: sharesOf(evidence),
    failedReason:
      evidence.failed_reason == null
        ? null
        : harmlessTitle(evidence.failed_reason, longestReason).replace(/\.+$/, ''),
  }
}

export function signalsOf({ evidence }: Pick<AlertFacts, 'evidence'>): Signals | null {
  const { version, power_share: share = null, has_signalled: hasSignalled = false } = evidence
  return version === undefined ? null : { version, share, hasSignalled }
}

/**
 * A title that somebody wrote, as a name is shown, and without what a chat would make a link or call somebody by: an address is
 * read, and not followed by a slip of the thumb.
 */
export function harmlessTitle(title: string, longest = longestTitle): string {
  const line = cleanName(title, 4 * longest)
    .replace(/\p{L}[\p{L}\d+.-]*:\/+/gu, '')
    .replace(/(?<=[\p{L}\d])[.．。｡](?=\p{L}{2})/gu, '[.]')
    .replace(/\b(\d{1,3})\.(\d{1,3})\.(\d{1,3})\.(\d{1,3})\b/g, '$1[.]$2[.]$3[.]$4')
    .replace(/[@＠](?=\S)/gu, '@ ')
    .replace(/[“”„‟«»"]/gu, '’')
  return cleanName(line, longest)
}

function voteOf({ vote }: Evidence): readonly Cast[] | null {
  const known = (vote ?? []).flatMap(({ option, weight }) => {
    const one = voteOptions.find((each) => each === option)
    return one === undefined || weight <= 0 ? [] : [{ option: one, weight }]
  })
  return known.length === 0 ? null : known.toSorted((a, b) => b.weight - a.weight)
}

function sharesOf({ tally }: Evidence): Proposal['shares'] {
  if (!tally) return null
  const amounts = { YES: tally.yes, NO: tally.no, NO_WITH_VETO: tally.no_with_veto, ABSTAIN: tally.abstain }
  const parts = voteOptions.map((option) => [option, Number(amounts[option])] as const)
  const total = parts.reduce((sum, [, amount]) => sum + amount, 0)
  if (Number.isNaN(total)) return null
  if (total === 0) return null
  const share = Object.fromEntries(parts.map(([option, amount]) => [option, amount / total]))
  return { YES: 0, NO: 0, NO_WITH_VETO: 0, ABSTAIN: 0, ...share }
}
