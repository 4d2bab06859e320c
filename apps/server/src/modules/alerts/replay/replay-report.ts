import type { Catalogue, Setting } from '@roundsman/alerting/catalogue'
import type { ReplayedSetting } from '@roundsman/alerting/replay'
import type { AdminTerminal } from '../../../platform/admin-command.ts'
import type { Clock } from '../../../platform/clock.ts'
import type { CatalogueNetwork } from '../../networks/networks.public.ts'
import { presentValidators } from '../../watch/watch.public.ts'
import { replayAlerts, type ReplayDeps } from './replay-alerts.ts'
import { cleanName } from '../telling/texts/clean-name.ts'

export interface ReplayReportDeps extends ReplayDeps {
  clock: Pick<Clock, 'now' | 'sleep'>
  catalogue: Pick<Catalogue, 'settings' | 'setting'>
}

const dayMs = 24 * 3_600_000
/** Of one line. */
const mostTimes = 10

interface Line {
  setting: Setting
  target: string
  times: readonly number[]
}

/**
 * Prints how often each setting would have called on a network, for the network itself and each of its validators, the
 * most frequent first, and what cannot be told.
 */
export async function printReplay(
  deps: ReplayReportDeps,
  { network, days }: { network: Pick<CatalogueNetwork, 'blockchain_id' | 'name'>; days: number },
  terminal: AdminTerminal,
): Promise<void> {
  const { db, clock, catalogue } = deps
  const networkId = network.blockchain_id
  const to = clock.now()
  const from = to - days * dayMs
  const settings = Object.values(catalogue.settings('en')).flat()
  const idsFor = (type: Setting['target_type']) =>
    settings.filter(({ target_type }) => target_type === type).map(({ id }) => id)
  const validators = await presentValidators(db.orm, networkId)
  const targets = [
    { id: null, name: network.name, ids: idsFor('ANY') },
    ...validators.map(({ id, name }) => ({ id, name: cleanName(name), ids: idsFor('VALIDATOR') })),
  ]
  const lines: Line[] = []
  const untoldOf = [...idsFor('BRIDGE'), ...(validators.length === 0 ? idsFor('VALIDATOR') : [])]
  const since = new Map<number, number | null>(untoldOf.map((id) => [id, null]))
  for (const { id, name, ids } of targets) {
    const replayed = await replayAlerts(deps, { networkId, validatorId: id, from, to }, ids)
    for (const one of replayed ?? []) {
      since.set(one.settingId, later(since.get(one.settingId), one))
      const setting = catalogue.setting(one.settingId, 'en')
      if (setting && one.times.length > 0) lines.push({ setting, target: name, times: one.times })
    }
  }
  terminal.print(`${network.name}, ${timeOf(from)} to ${timeOf(to)}, ${validators.length} validators`)
  terminal.print(['calls', 'setting', 'severity', 'name', 'target', 'when'].join('\t'))
  lines.sort((a, b) => b.times.length - a.times.length || a.setting.id - b.setting.id)
  for (const line of lines) terminal.print(textOf(line))
  if (lines.length === 0) terminal.print('Nothing would have called.')
  for (const text of untold(since, from)) terminal.print(text)
}

/** The youngest of all targets; null: of one of them nothing can be told. */
function later(before: number | null | undefined, { since }: ReplayedSetting): number | null {
  if (before === undefined || since === null || before === null) return before === null ? null : since
  return Math.max(before, since)
}

function textOf({ setting, target, times }: Line): string {
  const shown = times.slice(-mostTimes).map(timeOf)
  const more = times.length > shown.length ? [`the last ${mostTimes}:`] : []
  const when = [...more, ...shown].join(' ')
  return [times.length, setting.id, setting.severity, setting.name, target, when].join('\t')
}

/** What is not kept for the whole time, a line for each time that it is kept for. */
function untold(since: ReadonlyMap<number, number | null>, from: number): string[] {
  const ids = new Map<number | null, number[]>()
  for (const [settingId, time] of since)
    if (time === null || time > from) ids.set(time, [...(ids.get(time) ?? []), settingId])
  return [...ids]
    .sort(([a], [b]) => (a ?? Number.MAX_VALUE) - (b ?? Number.MAX_VALUE))
    .map(([time, settings]) => {
      const list = settings.sort((a, b) => a - b).join(', ')
      return time === null
        ? `Cannot be told from what is kept: ${list}.`
        : `Told of since ${timeOf(time)} only: ${list}.`
    })
}

function timeOf(ms: number): string {
  return new Date(ms).toISOString().replace(/\.\d+Z$/, 'Z')
}
