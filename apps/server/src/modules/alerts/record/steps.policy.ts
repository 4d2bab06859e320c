import { catalogue } from '@roundsman/alerting/catalogue'

/** True where both are steps of one thing (silent for 1, 5 and 15 minutes), and the first is the graver: they are in the order of their ids. */
export function isHigherStep(settingId: number, than: number): boolean {
  const [mine, other] = [settingId, than].map((one) => catalogue.meaning(one)?.condition.subject)
  return mine !== undefined && mine === other && settingId > than
}

/** Of which epoch, and what it is about, by the name of an alert. */
export function targetOf({ occurrence }: { occurrence: string }): string {
  return occurrence.split('/').slice(0, 2).join('/')
}
