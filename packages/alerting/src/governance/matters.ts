import { settingId } from '@roundsman/contract/alerts/alerts'
import { conditions } from '../catalogue/conditions.data.ts'
import type { Condition, Subject, Trigger } from '../catalogue/condition.ts'
import type { Basis } from '../deciding/observation.ts'
import type { Detail, Outcome } from '../deciding/outcome.ts'
import type { ConditionState, Truth } from '../deciding/state.ts'
import type { GovernanceFacts } from './facts.ts'

// What is decided of votes and signals: each period of votes, and each version, is a matter of its own, so that two of them
// neither end nor hide one another.

/** A condition in one matter, as `ConditionState` with what only this needs. */
export interface MatterCondition extends ConditionState {
  /** Of 'voted': the vote that was reported last. */
  vote?: string
  /** Of a share: how great it was when it was last read. */
  figure?: number
  /** When its beginning, or its changes, and its end were decided, Unix ms: what a replay tells. */
  times?: { began: readonly number[]; ended?: number }
}

export interface MatterState {
  conditions: Readonly<Record<number, MatterCondition>>
  /** When it is over for certain: some time after that it is forgotten. */
  overAt: number | null
}

interface GovernanceHead {
  version: 1
  epoch: number
  step: number
  /** Since when proposals, and signals, were looked at, Unix ms; null: never. What was there by then is no news. */
  proposalsSince: number | null
  signalsSince: number | null
}

/** Names a matter of a target, and stands in the names of its alerts: `validator:7:42:mf1k2s00`, `network:v6`. */
export type MatterKey = string

export interface GovernanceState {
  head: GovernanceHead
  matters: Readonly<Record<MatterKey, MatterState>>
}

export interface GovernanceDecision {
  state: GovernanceState
  outcomes: readonly Outcome[]
  touched: readonly MatterKey[]
  closed: readonly MatterKey[]
}

export function beginGovernance(epoch: number): GovernanceState {
  return { head: { version: 1, epoch, step: 0, proposalsSince: null, signalsSince: null }, matters: {} }
}

const bySubject = new Map<Subject, readonly Condition[]>()
for (const condition of conditions)
  bySubject.set(condition.subject, [...(bySubject.get(condition.subject) ?? []), condition])

/** Conditions of a subject, the lowest step first. */
export function conditionsOf(subject: Subject): readonly Condition[] {
  return bySubject.get(subject) ?? []
}

/** A target with what it is about. */
export interface Matter {
  key: MatterKey
  /** null: the network. */
  validatorId: number | null
}

export function matterOf(validatorId: number | null, about: string): Matter {
  return { key: `${validatorId === null ? 'network' : `validator:${validatorId}`}:${about}`, validatorId }
}

/** Whose a matter is and what it is about. */
export function matterIn(key: MatterKey): Matter & { about: string } {
  const [kind = '', ...rest] = key.split(':')
  const validatorId = kind === 'validator' ? Number(rest.shift()) : null
  return { key, validatorId, about: rest.join(':') }
}

/** What is read of a condition in a matter, and how that is known. */
export interface MatterReading {
  truth: Truth
  /** When it came to be so. */
  at: number
  height: number
  basis: Basis
  detail: Detail
  /** Of 'voted'. */
  vote?: string
  /** Of which state of the chain it is: what rests on one source is confirmed by a later one. */
  readAt?: number
}

/** A decision in the making. */
export interface OpenGovernance {
  facts: GovernanceFacts
  head: GovernanceHead
  matter(key: MatterKey): MatterState | undefined
  keys(): readonly MatterKey[]
  /** Until when a matter may have something to report. */
  putOver(key: MatterKey, overAt: number | null): void
  put(key: MatterKey, id: number, condition: MatterCondition): void
  close(key: MatterKey): void
  report(outcome: Outcome): void
  done(): GovernanceDecision
}

export function openGovernance(before: GovernanceState, facts: GovernanceFacts): OpenGovernance {
  const matters = new Map(Object.entries(before.matters))
  const touched = new Set<MatterKey>()
  const closed = new Set<MatterKey>()
  const outcomes: Outcome[] = []
  const head = { ...before.head, step: before.head.step + 1 }
  return {
    facts,
    head,
    matter: (key) => matters.get(key),
    keys: () => [...matters.keys()],
    putOver(key, overAt) {
      const known = matters.get(key)
      if (known !== undefined && known.overAt === overAt) return
      matters.set(key, { conditions: known?.conditions ?? {}, overAt })
      touched.add(key)
    },
    put(key, id, condition) {
      const known = matters.get(key)
      if (known?.conditions[id] === condition) return
      matters.set(key, {
        overAt: known?.overAt ?? null,
        conditions: { ...known?.conditions, [id]: condition },
      })
      touched.add(key)
    },
    close(key) {
      matters.delete(key)
      touched.delete(key)
      closed.add(key)
    },
    report: (outcome) => void outcomes.push(outcome),
    done: () => ({
      state: { head, matters: Object.fromEntries(matters) },
      outcomes,
      touched: [...touched],
      closed: [...closed],
    }),
  }
}

/** What goes on for a while: it begins, ends, and is UNKNOWN in between, which does neither. */
export function decideLevel(
  open: OpenGovernance,
  matter: Matter,
  condition: Condition,
  reading: MatterReading,
): void {
  const known = open.matter(matter.key)?.conditions[condition.id]
  const { truth, at } = reading
  if (truth === 'UNKNOWN') {
    if (known !== undefined && known.unknown === undefined)
      open.put(matter.key, condition.id, { ...known, unknown: at })
    return
  }
  const is = truth === 'TRUE' ? 1 : 0
  const { value } = reading.detail
  const figure = condition.unit === 'FRACTION' && value !== null ? { figure: value } : {}
  if (known === undefined && is === 0) {
    open.put(matter.key, condition.id, { is, since: at, ...figure })
    return
  }
  if (known?.is === is) {
    const next = confirmed(open, matter, condition, { known: seen(known), reading })
    const isNew = figure.figure !== undefined && figure.figure !== next.figure
    open.put(matter.key, condition.id, isNew ? { ...next, ...figure } : next)
    return
  }
  const { unknown: _unknown, unconfirmed: _unconfirmed, ...was } = known ?? { is: 0, since: at }
  if (is === 1) {
    const reported = (was.reported ?? 0) + 1
    const { key, isSingle } = report(open, matter, condition, { kind: 'BEGAN', reported, reading, since: at })
    const times = timesWith(was.times, at)
    const next: MatterCondition = { ...was, is, since: at, reported, times, ...figure }
    open.put(
      matter.key,
      condition.id,
      isSingle ? { ...next, unconfirmed: { key, step: reading.readAt ?? at, isEnd: false } } : next,
    )
    return
  }
  const reported = was.reported ?? 0
  report(open, matter, condition, { kind: 'ENDED', reported, reading, since: at, knownSince: was.since })
  const times = { began: was.times?.began ?? [], ended: at }
  open.put(matter.key, condition.id, { ...was, is, since: at, times, ...figure })
}

/** What happens at a moment. `isNews` false: it is noted, and nobody is told. */
export function decideEvent(
  open: OpenGovernance,
  matter: Matter,
  condition: Condition,
  { isNews, isOn, ...reading }: Omit<MatterReading, 'truth'> & { isNews: boolean; isOn: boolean },
): void {
  const known = open.matter(matter.key)?.conditions[condition.id]
  const is = isOn ? 1 : 0
  const vote = reading.vote === undefined ? {} : { vote: reading.vote }
  const hasHappened = known?.reported !== undefined
  const isChange = hasHappened && known.vote !== undefined && known.vote !== reading.vote
  if (hasHappened && !isChange) {
    if (known.is !== is) open.put(matter.key, condition.id, { ...known, is })
    return
  }
  if (!isNews && !isChange) {
    open.put(matter.key, condition.id, { is, since: reading.at, reported: 0, ...vote })
    return
  }
  const reported = (known?.reported ?? 0) + 1
  const [kind, before] = isChange ? (['CHANGED', { before: known.vote }] as const) : (['BEGAN', {}] as const)
  report(open, matter, condition, {
    kind,
    reported,
    reading: { ...reading, truth: 'TRUE', detail: { ...reading.detail, ...before } },
    since: reading.at,
  })
  const times = timesWith(known?.times, reading.at)
  open.put(matter.key, condition.id, { is, since: reading.at, reported, times, ...vote })
}

const timesWith = (times: MatterCondition['times'], at: number): NonNullable<MatterCondition['times']> => ({
  ...times,
  began: [...(times?.began ?? []), at],
})

/** It is known again, and as it was. */
function seen(known: MatterCondition): MatterCondition {
  if (known.unknown === undefined) return known
  const { unknown: _unknown, ...rest } = known
  return rest
}

/** What rested on one source alone may ring once a later state says the same. */
function confirmed(
  open: OpenGovernance,
  matter: Matter,
  condition: Condition,
  { known, reading }: { known: MatterCondition; reading: MatterReading },
): MatterCondition {
  const { unconfirmed, ...rest } = known
  if (unconfirmed === undefined || (reading.readAt ?? reading.at) <= unconfirmed.step) return known
  const of = { kind: 'CONFIRMED' as const, reported: known.reported ?? 1, reading, since: known.since }
  report(open, matter, condition, { ...of, key: unconfirmed.key })
  return rest
}

const triggers: Readonly<Record<'BEGAN' | 'CHANGED' | 'ENDED' | 'CONFIRMED', Trigger>> = {
  BEGAN: 'FALSE_TO_TRUE',
  CHANGED: 'FALSE_TO_TRUE',
  CONFIRMED: 'FALSE_TO_TRUE',
  ENDED: 'TRUE_TO_FALSE',
}

interface Reported {
  kind: keyof typeof triggers
  reported: number
  reading: MatterReading
  since: number
  knownSince?: number
  /** Of what is confirmed. */
  key?: string
}

function report(
  { facts, head, report: add }: OpenGovernance,
  { key: matter, validatorId }: Matter,
  condition: Condition,
  { kind, reported, reading, since, knownSince, key: given }: Reported,
): { key: string; isSingle: boolean } {
  const trigger = triggers[kind]
  const { at, height, basis, detail } = reading
  const severity = condition.severity[trigger]
  const setting = settingId(condition.id, trigger)
  // Without the step that decided it: whoever decides it twice names it alike, and it is written once.
  const key = given ?? `${head.epoch}/${matter}/${setting}/${reported}@-`
  const isSingle = basis.assurance === null || basis.assurance === 'SINGLE'
  const waits = isSingle && condition.severity.TRUE_TO_FALSE !== null && kind === 'BEGAN'
  add({
    kind,
    key,
    target: { key: matter, type: condition.targetType, id: validatorId },
    conditionId: condition.id,
    trigger,
    settingId: severity === null ? null : setting,
    severity: severity ?? 'INFO',
    height,
    at,
    since,
    ...(knownSince !== undefined && { knownSince }),
    evidence: {
      ...{ assurance: basis.assurance, host: basis.host, observed_at: facts.now },
      threshold: condition.threshold,
      ...detail,
      ...(knownSince !== undefined && { began_at: knownSince }),
    },
    phone: waits ? 'AFTER_CONFIRMED' : 'NOW',
  })
  return { key, isSingle }
}
