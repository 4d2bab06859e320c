import { type WatchedAs, watchedAs as roles } from '@roundsman/contract/alerts/alerts'
import { useEffect, useState } from 'react'
import { type UserSettings, watchedAs } from '../../../data/alerts/user-alert-settings.ts'
import { useServices } from '../../../data/services/services.ts'
import { chosenOf, draftNameOf, type Target } from '../targets/target.ts'

interface DraftWatchedAs {
  /** null: the target is no validator, or a team’s, which operates what it watches. */
  value: WatchedAs | null
  isEdited: boolean
  /** null: it is so without being said. */
  toSend: WatchedAs | null
  choose: (as: WatchedAs) => void
  /** It was saved as this. */
  saved: (as: WatchedAs | null) => void
  discard: () => void
}

/** As what the user watches a target, as they edit it with its boxes (P945, P946). */
export function useDraftWatchedAs(target: Target, user: UserSettings, teamId: number | null): DraftWatchedAs {
  const { drafts, session } = useServices()
  const name = `${draftNameOf(target, teamId)}:as`
  const kept = () => roles.find((one) => one === drafts.read(name)?.['as']) ?? null
  const [written, write] = useState(kept)
  // As of the boxes (P82).
  useEffect(() => () => void (session.user() && drafts.drop(name)), [drafts, session, name])
  const isOne = teamId === null && (target.kind === 'validators' || target.kind === 'every')
  const first = chosenOf(target)?.first ?? null
  const before = isOne ? watchedAs(user, first) : null
  const change = (as: WatchedAs | null) => {
    drafts.write(name, as === null ? {} : { as })
    write(as)
  }
  const value = before === null ? null : (written ?? before)
  const others = isOne ? (chosenOf(target)?.ids ?? []) : []
  const isEdited = value !== before
  const isToSay = isEdited || value === 'DELEGATOR' || others.some((id) => watchedAs(user, id) !== value)
  return {
    value,
    isEdited,
    toSend: isToSay ? value : null,
    choose: (as) => change(as === before ? null : as),
    saved(as) {
      if (as === kept()) change(null)
    },
    discard: () => change(null),
  }
}
