import { catalogue } from '@roundsman/alerting/catalogue'

/** What the name of an alert says (`outcomeKey` of packages/alerting): `<epoch>/<target>/<setting>/<times>@<height>`. */
interface Occurrence {
  epoch: string
  /** `validator:7`, `bridge:3` or `network`; of votes and signals with what they are about: `validator:7:42:<end>`, `network:v6`. */
  target: string
  /** Which beginning of its condition it is, counted from 1; its end has the number of its beginning. */
  times: string
}

/** The parts of an alert's name. */
export function partsOf(occurrence: string): Occurrence {
  const [epoch = '', target = '', , counter = ''] = occurrence.split('/')
  return { epoch, target, times: counter.split('@')[0] ?? '' }
}

/** As names of alerts and states of conditions have it. */
export function targetKeyOf({
  validatorId,
  bridgeId,
}: {
  validatorId: number | null
  bridgeId: number | null
}): string {
  if (validatorId !== null) return `validator:${validatorId}`
  return bridgeId !== null ? `bridge:${bridgeId}` : 'network'
}

/** How many they are about: validators, bridges, the network. */
export function targetsIn(alerts: readonly Parameters<typeof targetKeyOf>[0][]): number {
  return new Set(alerts.map(targetKeyOf)).size
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
