import type { Catalogue, Setting } from '@roundsman/alerting/catalogue'
import type { ReplayedSetting } from '@roundsman/alerting/replay'
import { replayBounds } from '@roundsman/contract/alerts/alert-actions'
import { parseArgs } from 'node:util'
import type { Clock } from '../../platform/clock.ts'
import type { Database } from '../../platform/db/database.ts'
import type { AdminCommand, AdminTerminal } from '../../platform/process/module.ts'
import type { CatalogueNetwork, Networks } from '../networks/networks.public.ts'
import { presentValidators } from '../watch/watch.public.ts'
import { replayAlerts } from './replay/replay-alerts.ts'
import { cleanName } from './texts/writing.ts'

const usage = '[--replay <blockchain id> [--days 1…7]]'

/** `rules`: prints every alert setting, by type; or how often each would have fired. */
export function rulesCommand({
  networks,
  ...kept
}: ReplaySources & { networks: Pick<Networks, 'byId'> }): AdminCommand {
  return {
    name: 'rules',
    async run(args, terminal) {
      const asked = readArgs(args)
      if (asked === null) {
        terminal.complain(`Usage: rules ${usage}`)
        return 2
      }
      if (asked.replay === null) {
        printSettings(kept.catalogue, terminal)
        return 0
      }
      const network = networks.byId(asked.replay)
      if (network === null) {
        terminal.complain(`No network in the catalogue has the ID ${asked.replay}.`)
        return 1
      }
      await printReplay(kept, { network, days: asked.days }, terminal)
      return 0
    },
  }
}

/** null: it was used wrongly. `replay` null: none is asked for. */
function readArgs(args: readonly string[]): { replay: number | null; days: number } | null {
  try {
    const { values } = parseArgs({
      args: [...args],
      options: { replay: { type: 'string' }, days: { type: 'string' } },
    })
    if (values.replay === undefined) return values.days === undefined ? { replay: null, days: 0 } : null
    const [replay, days] = [wholeNumber(values.replay), wholeNumber(values.days ?? String(replayBounds.days))]
    return replay === null || days === null || days < 1 || days > replayBounds.days ? null : { replay, days }
  } catch {
    return null
  }
}

function wholeNumber(text: string): number | null {
  return /^\d{1,9}$/.test(text) ? Number(text) : null
}

function printSettings(catalogue: Pick<Catalogue, 'settings'>, terminal: AdminTerminal): void {
  for (const [type, settings] of Object.entries(catalogue.settings('en'))) {
    terminal.print(type)
    for (const setting of settings) terminal.print(lineOf(setting))
  }
}

/** Its parts between tabs. */
function lineOf({ id, trigger, severity, target_type, hold_seconds, name, description }: Setting): string {
  const hold = hold_seconds === 0 ? 'at once' : `after ${hold_seconds} s`
  return `  ${[id, trigger, severity, target_type, hold, name, description].join('\t')}`
}

interface ReplaySources {
  db: Pick<Database, 'orm'>
  clock: Pick<Clock, 'now' | 'sleep'>
  catalogue: Pick<Catalogue, 'settings' | 'setting' | 'meaning'>
}

const dayMs = 24 * 3_600_000
/** Of one line. */
const mostTimes = 10

interface Line {
  setting: Setting
  target: string
  times: readonly number[]
  /** It had begun before, and was not over. */
  held: boolean
}

/**
 * Prints how often each setting would have fired on a network, for the network itself and each of its validators, the
 * most frequent first, and what kept data does not cover.
 */
async function printReplay(
  { db, clock, catalogue }: ReplaySources,
  { network, days }: { network: Pick<CatalogueNetwork, 'blockchain_id' | 'name'>; days: number },
  terminal: AdminTerminal,
): Promise<void> {
  const subjectOf = ({ settingId }: ReplayedSetting) => catalogue.meaning(settingId)?.condition.subject
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
  const uncoveredIds = [...idsFor('BRIDGE'), ...(validators.length === 0 ? idsFor('VALIDATOR') : [])]
  const since = new Map<number, number | null>(uncoveredIds.map((id) => [id, null]))
  for (const { id, name, ids } of targets) {
    const replayed = await replayAlerts(db, clock, { networkId, validatorId: id, from, to, settingIds: ids })
    const fired = new Set((replayed ?? []).filter(({ times }) => times.length > 0).map(subjectOf))
    for (const one of replayed ?? []) {
      since.set(one.settingId, later(since.get(one.settingId), one))
      const setting = catalogue.setting(one.settingId, 'en')
      // A lower threshold that had begun before is why only the higher ones fired.
      const isShown = one.times.length > 0 || (one.held && fired.has(subjectOf(one)))
      if (setting && isShown) lines.push({ setting, target: name, times: one.times, held: one.held })
    }
  }
  terminal.print(`${network.name}, ${timeOf(from)} to ${timeOf(to)}, ${validators.length} validators`)
  terminal.print(['fired', 'setting', 'severity', 'name', 'target', 'when'].join('\t'))
  lines.sort((a, b) => b.times.length - a.times.length || a.setting.id - b.setting.id)
  for (const line of lines) terminal.print(textOf(line))
  if (lines.length === 0) terminal.print('Nothing would have fired.')
  for (const text of uncoveredLines(since, from)) terminal.print(text)
}

/** The youngest of all targets; null: one of them is not covered. */
function later(before: number | null | undefined, { since }: ReplayedSetting): number | null {
  if (before === undefined || since === null || before === null) return before === null ? null : since
  return Math.max(before, since)
}

function textOf({ setting, target, times, held }: Line): string {
  const shown = times.slice(-mostTimes).map(timeOf)
  const more = times.length > shown.length ? [`the last ${mostTimes}:`] : []
  const when = [...(held ? ['began earlier'] : []), ...more, ...shown].join(' ')
  return [times.length, setting.id, setting.severity, setting.name, target, when].join('\t')
}

/** A line for each time since which settings are covered, where that is not the whole time. */
function uncoveredLines(since: ReadonlyMap<number, number | null>, from: number): string[] {
  const ids = new Map<number | null, number[]>()
  for (const [settingId, time] of since)
    if (time === null || time > from) ids.set(time, [...(ids.get(time) ?? []), settingId])
  return [...ids]
    .sort(([a], [b]) => (a ?? Number.MAX_VALUE) - (b ?? Number.MAX_VALUE))
    .map(([time, settings]) => {
      const list = settings.sort((a, b) => a - b).join(', ')
      return time === null
        ? `Not covered by kept data: ${list}.`
        : `Covered since ${timeOf(time)} only: ${list}.`
    })
}

function timeOf(ms: number): string {
  return new Date(ms).toISOString().replace(/\.\d+Z$/, 'Z')
}
