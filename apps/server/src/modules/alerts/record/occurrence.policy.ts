import { catalogue, type Severity, type Subject } from '@roundsman/alerting/catalogue'

/** What the name of an alert says (`outcomeKey` of packages/alerting): `<epoch>/<target>/<setting>/<times>@<height>`. */
interface Occurrence {
  epoch: string
  /** `validator:7`, `bridge:3` or `network`. */
  target: string
  /** Which beginning of its condition it is, counted from 1; its end has the number of its beginning. */
  times: string
}

/** The parts of an alert's name. */
export function partsOf(occurrence: string): Occurrence {
  const [epoch = '', target = '', , counter = ''] = occurrence.split('/')
  return { epoch, target, times: counter.split('@')[0] ?? '' }
}

interface Named {
  occurrence: string
  settingId: number
}

/** The same for all that is about one condition of one target in one epoch, beginnings and ends alike. */
export function conditionKey({ occurrence, settingId }: Named): string {
  const { epoch, target } = partsOf(occurrence)
  return [epoch, target, Math.floor(settingId / 10)].join('/')
}

/**
 * True where both are steps of one thing (silent for 1, 5 and 15 minutes) of one target and the first is the graver: they are
 * in the order of their ids.
 */
export function isHigherStep(a: Named, than: Named): boolean {
  if (a.settingId <= than.settingId) return false
  const [mine, other] = [a, than].map(({ settingId }) => catalogue.meaning(settingId)?.condition.subject)
  if (mine === undefined || mine !== other) return false
  const [here, there] = [partsOf(a.occurrence), partsOf(than.occurrence)]
  return here.epoch === there.epoch && here.target === there.target
}

/** An alert as it stands beside others of its target. */
interface Standing extends Named {
  severity: Severity
  at: Date
}

/** What leads to jail, and what comes with it, from the first sign to the last word: each says what those before it do. */
const toJail: readonly Subject[] = [
  ...(['window_missed', 'missed_in_a_row', 'jail_near'] as const),
  ...(['bonded', 'slashed', 'jailed', 'tombstoned'] as const),
]
/** Part of a jailing only where they are of its moment: both come by themselves, too. */
const alsoAlone: readonly Subject[] = ['bonded', 'slashed']
const momentMs = 60_000
const rank: Readonly<Record<Severity, number>> = { INFO: 0, WARNING: 1, CRITICAL: 2 }

/**
 * Whether whoever knows of the first has no need to be asked about the second: it is a lower step of the same thing, or of the
 * same outage or jailing and not graver (D254).
 */
export function saysAllOf(a: Standing, other: Standing): boolean {
  if (isHigherStep(a, other)) return true
  if (catalogue.isEnd(a.settingId) || catalogue.isEnd(other.settingId)) return false
  const [here, there] = [partsOf(a.occurrence), partsOf(other.occurrence)]
  if (here.epoch !== there.epoch || here.target !== there.target) return false
  const subjects = [a, other].map(({ settingId }) => catalogue.meaning(settingId)?.condition.subject)
  const [mine, theirs] = subjects.map((subject) => (subject === undefined ? -1 : toJail.indexOf(subject)))
  if (mine === undefined || theirs === undefined || theirs < 0 || mine <= theirs) return false
  const laterMs = a.at.getTime() - other.at.getTime()
  // What comes later asks anew (E233).
  if (laterMs < -momentMs) return false
  if (laterMs > momentMs && subjects.some((subject) => subject !== undefined && alsoAlone.includes(subject)))
    return false
  return rank[a.severity] >= rank[other.severity]
}
