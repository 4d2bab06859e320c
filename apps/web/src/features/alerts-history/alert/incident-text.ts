import type { AlertHistoryItem } from '@roundsman/contract/alerts/alerts'
import type { TFunction } from 'i18next'
import { secondsBetween } from '../../../data/alerts/alert-history.ts'
import { type Incident, isEnd, stateOf } from '../../../data/alerts/incidents.ts'
import type { Formats } from '../../../i18n/formats.ts'
import { evidenceOf } from './alert-evidence.ts'
import type { HistoryTimes } from './alert-times.ts'

interface Writing {
  t: TFunction<'history'>
  formats: Pick<Formats, 'duration' | 'integer'>
  times: Pick<HistoryTimes, 'clock' | 'short' | 'shortOn'>
}

/** What a row says of what happened. */
export interface Said {
  title: string
  /** Whether it goes on, or how long it lasted; null: there is nothing that could go on. */
  beside: string | null
  isOngoing: boolean
}

/** Of one alert. */
export function saidOf(item: AlertHistoryItem, writing: Writing): Said {
  return { title: item.title, beside: statusText(item, writing), isOngoing: item.status === 'ONGOING' }
}

/** Of an incident: of what goes on since when, of what is over all of it in one line (P982). */
export function incidentText(incident: Incident, writing: Writing): Said {
  const { lead, steps } = incident
  const { t, formats, times } = writing
  const state = stateOf(incident)
  if (state !== null && state.is !== 'OVER' && state.missing !== null) {
    const { jailAt } = state.missing
    return {
      title: t('incident.missing', { time: times.shortOn(state.since, incident.at) }),
      // At what time, and not in how long: that would be of when its last step was told.
      beside:
        jailAt === null
          ? t(`status.${state.is}`)
          : t('incident.jailAt', { time: times.shortOn(jailAt, incident.at) }),
      isOngoing: state.is === 'ONGOING',
    }
  }
  // That each step of a row knows (P1011); what follows is of all of them.
  if (incident.isPartial) {
    const status = state === null || state.is === 'OVER' ? [] : [t(`status.${state.is}`)]
    return {
      title: lead.title,
      beside: [...status, t('incident.partial')].join(', '),
      isOngoing: state?.is === 'ONGOING',
    }
  }
  if (state !== null && state.is !== 'OVER' && state.behind !== null) {
    const { blocks } = state.behind
    const time = times.shortOn(state.since, incident.at)
    return {
      title:
        blocks === null
          ? t('incident.behindSince', { time })
          : t('incident.behindBy', { time, count: blocks, value: formats.integer(blocks) }),
      beside: t(`status.${state.is}`),
      isOngoing: state.is === 'ONGOING',
    }
  }
  if (state === null || steps.length === 1) return saidOf(lead, writing)
  if (state.is !== 'OVER') {
    const time = times.shortOn(state.since, incident.at)
    return {
      title: lead.title,
      beside: t(`incident.${state.is}`, { time }),
      isOngoing: state.is === 'ONGOING',
    }
  }
  const { from, to, missed, wasBehind, endedInJail } = state
  const span = formats.duration(secondsBetween(from, to))
  // A vote that was missing is over by what became of it.
  const end = lead.type === 'GOVERNANCE' ? steps.find(isEnd) : undefined
  const jail = endedInJail ? [t('incident.endedInJail')] : []
  const [first, last] = [times.shortOn(from, incident.at), times.shortOn(to, from)]
  const range = first === last ? first : t('incident.range', { from: first, to: last })
  // No name of a step says how long that was: “Stalled for 5 minutes, lasted 14 min”.
  if (wasBehind) return { title: t('incident.behind', { span }), beside: range, isOngoing: false }
  // Nor does anybody ask how long a vote was missing: when it was cast, or voting was over.
  if (end !== undefined) return { title: end.title, beside: times.shortOn(to, incident.at), isOngoing: false }
  // What was missed is said when it signs again; until then the jail lasted as long as itself, and not as what led to it (P1052).
  if (missed === null && endedInJail) return saidOf(lead, writing)
  if (missed === null)
    return { title: lead.title, beside: [t('status.lasted', { span }), range].join(', '), isOngoing: false }
  return {
    title: t('incident.missed', { count: missed, value: formats.integer(missed), span }),
    beside: [range, ...jail].join(', '),
    isOngoing: false,
  }
}

/** In a word or two, of an end when it was (P880); null where there is nothing that could go on. */
export function statusText(item: AlertHistoryItem, { t, formats, times }: Writing): string | null {
  const { status, began_at: began, ended_at: ended, jailed_at: jailed } = item
  if (isEnd(item)) {
    // The outage ended when it was jailed; that is decided when the validator signs again, out of it.
    const { ended_in_jail: isInJail, ended_at: jailedMs } = evidenceOf(item)
    const at = jailedMs == null ? began : new Date(jailedMs).toISOString()
    if (isInJail === true) return t('status.endedInJail', { time: times.clock(at) })
    return t('status.endedAt', { time: times.clock(began) })
  }
  if (status === null) return null
  // What nobody misses blocks in any more neither goes on nor lasted until it was left (P890).
  if (jailed !== undefined) return t('status.inJail', { time: times.clock(jailed) })
  return status === 'ENDED' && ended !== null && item.type !== 'GOVERNANCE'
    ? t('status.lasted', { span: formats.duration(secondsBetween(began, ended)) })
    : t(`status.${status}`)
}
