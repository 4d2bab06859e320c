import { type AlertHistoryItem, conditionIdOf } from '@roundsman/contract/alerts/alerts'
import {
  type NetworkStatus,
  shownLetters,
  type ValidatorsList,
} from '@roundsman/contract/networks/validators'
import type { TFunction } from 'i18next'
import * as z from 'zod/mini'
import { heldReasons } from '../../../data/alerts/alert-history.ts'
import type { Formats } from '../../../i18n/formats.ts'
import { harmlessLine } from '../../../parts/governance/proposal-text.ts'
import { jailBounds } from '../../../parts/validator-state.tsx'
import type { HistoryTimes } from './alert-times.ts'

const perhaps = <T extends z.ZodMiniType>(schema: T) => z.catch(z.optional(z.nullable(schema)), undefined)
const number = perhaps(z.number())
const word = perhaps(z.string())

/** What is shown of the evidence; what is missing, or is not of this form, is left out. */
const Evidence = z.object({
  assurance: perhaps(z.enum(['PROVEN', 'AGREED', 'SINGLE'])),
  imported: perhaps(z.boolean()),
  host: word,
  hosts: perhaps(z.array(z.string())),
  value: number,
  before: word,
  after: word,
  missed_blocks: number,
  missed_blocks_exact: perhaps(z.boolean()),
  signed_blocks_window: number,
  consecutive_missed: number,
  consecutive_missed_exact: perhaps(z.boolean()),
  seconds_to_jail: number,
  seconds_to_jail_at_most: number,
  missed_power_share: number,
  missed_with_you: number,
  signed_power_share: number,
  upgrade: perhaps(z.object({ name: z.string(), height: z.number() })),
  proposal_id: number,
  title: word,
  voting_end_at: word,
  turnout: number,
  quorum: number,
  version: number,
  power_share: number,
  flaps: perhaps(z.object({ count: z.number(), since: z.number() })),
  held_back: word,
  ended_in_jail: perhaps(z.boolean()),
  ended_at: number,
  bridge: perhaps(
    z.object({
      updated_at: z.nullable(z.number()),
      height: z.nullable(z.number()),
      lag: z.nullable(z.number()),
      version: z.nullable(z.string()),
    }),
  ),
  signatures: perhaps(z.object({ from_height: z.number(), letters: z.string() })),
})
type Evidence = z.infer<typeof Evidence>

export function evidenceOf({ evidence }: AlertHistoryItem): Evidence {
  return z.parse(Evidence, evidence)
}

/** It was raised elsewhere, and comes from a file. */
export function isImported(item: AlertHistoryItem): boolean {
  return evidenceOf(item).imported === true
}

/** Blocks around an alert: letters as in every strip, and the heights of the first and the last. */
interface AlertBlocks {
  letters: string
  from: number
  to: number
}

/**
 * The blocks around an alert, as far as they are known: what the evidence has, else the newest blocks of its validator
 * where the alert is among them, else those that the evidence says were missed in a row, up to its height.
 */
export function blocksOf(item: AlertHistoryItem, list: ValidatorsList | undefined): AlertBlocks | null {
  const { height, blockchain_validator_id: id } = item
  const { signatures, consecutive_missed: inARow } = evidenceOf(item)
  if (signatures && signatures.letters !== '') {
    const letters = signatures.letters.slice(-shownLetters)
    const to = signatures.from_height + signatures.letters.length - 1
    return { letters, from: to - letters.length + 1, to }
  }
  if (height === null || id === null) return null
  const newest = list?.network_height
  const row = list?.validators.find((one) => one.id === id)
  if (newest != null && row && newest >= height && newest - height < shownLetters - 5)
    return { letters: row.recent_signatures, from: newest - shownLetters + 1, to: newest }
  if (inARow == null || inARow < 1 || item.trigger !== 'FALSE_TO_TRUE') return null
  const letters = 'm'.repeat(Math.min(inARow, shownLetters)).padStart(shownLetters, '-')
  return { letters, from: height - shownLetters + 1, to: height }
}

interface EvidenceLine {
  label: string
  value: string
}

interface Writing {
  t: TFunction<'history'>
  formats: Formats
  times: HistoryTimes
  unit: NetworkStatus['unit']
}

/** Why an alert was raised, line by line; what is not known has no line. */
export function evidenceLines(item: AlertHistoryItem, writing: Writing): EvidenceLine[] {
  const { t, formats } = writing
  const evidence = evidenceOf(item)
  const hosts = evidence.hosts ?? (evidence.host ? [evidence.host] : [])
  const line = (label: string, value: string | null | undefined | false): EvidenceLine[] =>
    value ? [{ label, value }] : []
  const isBridge = item.target_type === 'BRIDGE'
  const { bridge } = evidence
  // The network's when the bridge last reported, which its lag is by (P802); it was decided blocks later.
  const height = bridge?.height == null || bridge.lag === null ? item.height : bridge.height + bridge.lag
  // No block says anything of a bridge, nor of what nobody sees (P580).
  const isOfBlocks = !isBridge && !networkUnseen.includes(conditionIdOf(item.setting_id))
  return [
    ...line(
      t(isBridge ? 'evidence.networkHeight' : 'evidence.height'),
      height !== null && formats.integer(height),
    ),
    ...bridgeLines(evidence, writing),
    ...missLines(evidence, writing),
    ...changeLines(item, evidence, writing),
    ...voteLines(evidence, writing),
    ...line(t('evidence.heldBack'), heldText(evidence.held_back, t)),
    ...line(t('evidence.basis'), evidence.imported === true && t('evidence.IMPORTED')),
    ...line(t('evidence.basis'), isOfBlocks && evidence.assurance && t(`evidence.${evidence.assurance}`)),
    ...line(t('evidence.source', { count: hosts.length }), isOfBlocks && hosts.join(', ')),
  ]
}

/** The conditions of the catalogue that nobody sees a network. */
const networkUnseen: readonly number[] = [931, 932]

/** What a bridge last reported. */
function bridgeLines({ bridge }: Evidence, { t, formats, times }: Writing): EvidenceLine[] {
  if (bridge == null) return []
  const { updated_at: at, height, lag, version } = bridge
  return [
    ...(at === null
      ? []
      : [{ label: t('evidence.lastUpdate'), value: times.full(new Date(at).toISOString()) }]),
    ...(height === null ? [] : [{ label: t('evidence.bridgeHeight'), value: formats.integer(height) }]),
    ...(lag === null ? [] : [{ label: t('evidence.lag'), value: formats.integer(lag) }]),
    ...(version === null ? [] : [{ label: t('evidence.version'), value: version.replace(/^v/, '') }]),
  ]
}

function missLines(evidence: Evidence, { t, formats, times }: Writing): EvidenceLine[] {
  const lines: EvidenceLine[] = []
  const add = (label: string, value: string) => lines.push({ label, value })
  const { consecutive_missed: inARow, missed_blocks: missed, signed_blocks_window: window } = evidence
  const { seconds_to_jail: toJail, missed_with_you: others, missed_power_share: all, flaps } = evidence
  const ofPower = (share: number) => t('evidence.ofPower', { share: formats.percent(share) })
  if (inARow) {
    const value = formats.integer(inARow)
    const exact = evidence.consecutive_missed_exact !== false
    add(t('evidence.inARow'), exact ? value : t('evidence.orMore', { value }))
  }
  if (missed != null && window != null)
    add(
      t('evidence.missed'),
      t(evidence.missed_blocks_exact !== false ? 'evidence.ofWindow' : 'evidence.ofWindowAtLeast', {
        missed: formats.integer(missed),
        window: formats.integer(window),
      }),
    )
  const left = jailBounds(toJail ?? null, evidence.seconds_to_jail_at_most ?? null, formats)
  if (left !== null) add(t('evidence.toJail'), toJailText(left, t))
  if (others != null)
    add(t('evidence.othersMissing'), others < 1e-9 ? t('evidence.justYou') : ofPower(others))
  else if (all != null) add(t('evidence.missedPower'), ofPower(all))
  if (flaps)
    add(
      t('evidence.flaps'),
      t('evidence.flapsSince', {
        count: flaps.count,
        time: times.short(new Date(flaps.since).toISOString()),
      }),
    )
  return lines
}

function toJailText(
  { isNow, atLeast, atMost }: NonNullable<ReturnType<typeof jailBounds>>,
  t: Writing['t'],
): string {
  if (isNow)
    return atMost === null ? t('evidence.toJailNow') : t('evidence.toJailNowAtMost', { most: atMost })
  return atMost === null ? atLeast : t('evidence.toJailBetween', { least: atLeast, most: atMost })
}

function changeLines(
  { type }: AlertHistoryItem,
  evidence: Evidence,
  { t, formats, unit }: Writing,
): EvidenceLine[] {
  const lines: EvidenceLine[] = []
  const { before, after, value, upgrade, signed_power_share: signed } = evidence
  const changed = (label: string, write: (text: string) => string) => {
    if (before != null && after != null)
      lines.push({ label, value: t('evidence.changed', { before: write(before), after: write(after) }) })
  }
  if (type === 'COMISSION') changed(t('evidence.commission'), (text) => formats.rate(Number(text)))
  if (type === 'VOTING_POWER' && unit && /^\d+$/.test(`${before ?? ''}${after ?? ''}`))
    changed(t('evidence.stake'), (text) => `${formats.tokens(text, unit.decimals)} ${unit.symbol}`)
  if (type === 'VOTING_POWER' && value != null)
    lines.push({ label: t('evidence.change'), value: formats.rate(value) })
  if (signed != null)
    lines.push({
      label: t('evidence.signedPower'),
      value: t('evidence.ofPower', { share: formats.percent(signed) }),
    })
  if (upgrade)
    lines.push({
      label: t('evidence.upgrade'),
      value: t('evidence.upgradeAt', { name: upgrade.name, height: formats.integer(upgrade.height) }),
    })
  return lines
}

/** Of a vote: on what, until when, and whether enough have voted; of signals what part of the power has signaled. */
function voteLines(evidence: Evidence, { t, formats, times }: Writing): EvidenceLine[] {
  const {
    proposal_id: id,
    title,
    voting_end_at: end,
    turnout,
    quorum,
    version,
    power_share: share,
  } = evidence
  const lines: EvidenceLine[] = []
  const add = (label: string, value: string) => lines.push({ label, value })
  const name = harmlessLine(title ?? '')
  if (id != null)
    add(
      t('evidence.proposal'),
      name === '' ? t('evidence.proposalNumber', { id }) : t('evidence.proposalNamed', { id, title: name }),
    )
  if (end != null && !Number.isNaN(Date.parse(end))) add(t('evidence.votingEnds'), times.full(end))
  if (turnout != null)
    add(
      t('evidence.turnout'),
      quorum == null
        ? formats.rate(turnout)
        : t('evidence.ofQuorum', { turnout: formats.rate(turnout), quorum: formats.rate(quorum) }),
    )
  if (version != null && share != null)
    add(t('evidence.signaled', { version }), t('evidence.ofPower', { share: formats.percent(share) }))
  return lines
}

function heldText(reason: string | null | undefined, t: TFunction<'history'>): string | null {
  const known = heldReasons.find((one) => one === reason?.toLowerCase())
  return known ? t(`held.${known}`) : null
}
