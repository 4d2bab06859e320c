import { catalogue } from '@roundsman/alerting/catalogue'
import type { Language } from '@roundsman/contract/accounts/users'
import { shortAddress } from '@roundsman/contract/networks/validators'
import {
  type CatalogueNetwork,
  signalCommandOf,
  unitOf,
  unjailCommandOf,
} from '../../networks/networks.public.ts'
import type { FoundAlert } from '../record/history.store.ts'
import { targetKeyOf } from '../record/incidents/occurrence.policy.ts'
import { compareSeverity } from '../record/incidents/outage.policy.ts'
import { type AlertFacts, cleanName, type LaterFigures } from '../texts/writing.ts'

/** As much of a network as texts name. */
export type NamedNetwork = Pick<CatalogueNetwork, 'name' | 'unjail' | 'chain_id' | 'unit' | 'symbol'>

/**
 * The name of the condition of a setting, which is that of its beginning, or of its end where that is what is grave (“Left the active
 * set”); null where the catalogue has it no more.
 */
export function conditionName(settingId: number, language: Language): string | null {
  const condition = catalogue.meaning(settingId)?.condition
  if (!condition) return null
  const { FALSE_TO_TRUE: begins, TRUE_TO_FALSE: ends } = condition.severity
  const isEndGraver = begins !== null && ends !== null && compareSeverity(ends, begins) > 0
  const named = catalogue.settingId(condition, isEndGraver ? 'TRUE_TO_FALSE' : 'FALSE_TO_TRUE')
  return named === null ? null : (catalogue.setting(named, language)?.name ?? null)
}

/** Whoever watches every validator knows one without a name by its address, as the list has it (E221). */
function nameOf({
  targetName,
  validatorKeys,
}: Pick<FoundAlert, 'targetName' | 'validatorKeys'>): string | null {
  if (targetName !== null && cleanName(targetName) !== '') return targetName
  // The last one is the consensus address, which every validator has.
  const address = validatorKeys.at(-1)
  return address === undefined ? targetName : shortAddress(address)
}

/**
 * What texts about an alert are made from; null where the catalogue does not know its setting any more.
 * @param of when the text is read, left out: as of the alert; until when a silence held it back from its reader; of how many other networks it is;
 *   and what is known by then
 */
export function factsOf(
  { settingId, validatorId, bridgeId, ...found }: FoundAlert,
  network: NamedNetwork,
  language: Language,
  {
    readAt = null,
    silencedUntil = null,
    plannedUntil = null,
    otherNetworks = 0,
    isSigning = false,
    later = 'SAME',
    recurred = null,
    watchedAs = found.watchedAs ?? 'OPERATOR',
  }: Partial<
    Pick<
      AlertFacts,
      'readAt' | 'silencedUntil' | 'plannedUntil' | 'otherNetworks' | 'isSigning' | 'recurred' | 'watchedAs'
    >
  > & {
    later?: LaterFigures
  } = {},
): AlertFacts | null {
  const meaning = catalogue.meaning(settingId)
  const setting = catalogue.setting(settingId, language)
  if (!meaning || !setting) return null
  const { targetType, subject, windowSeconds } = meaning.condition
  const { at, height, evidence, heldBack, severity, jailedUntil, chainId } = found
  const figures = typeof later === 'string' ? null : later
  return {
    title: setting.name,
    settingId,
    subject,
    trigger: meaning.trigger,
    severity,
    network: network.name,
    target: targetKeyOf({ validatorId, bridgeId }),
    targetType,
    targetName: nameOf(found),
    at,
    height,
    evidence: figures === null ? evidence : { ...evidence, ...figures.evidence },
    raised: evidence,
    asOf: figures && { at: figures.at, height: figures.height },
    staleness: stalenessOf(later),
    windowSeconds,
    heldBack,
    silencedUntil,
    plannedUntil,
    jailedUntil,
    unjailCommand: unjailCommandOf(network, chainId),
    signalCommand:
      evidence.version === undefined ? null : signalCommandOf(network, chainId, evidence.version),
    watchedAs,
    unbondingMs: found.unbondingMs ?? null,
    downtimeSlash: found.downtimeSlash ?? null,
    unit: unitOf(network, chainId),
    readAt,
    otherNetworks,
    isSigning,
    recurred,
  }
}

/** A row of missed blocks that is signed again with those of its outage: it has the number at which its condition was reached (E425). */
export function asCounted<T extends Pick<FoundAlert, 'evidence'>>(one: T, missed: number | null = null): T {
  return { ...one, evidence: { ...one.evidence, consecutive_missed: missed, consecutive_missed_exact: true } }
}

function stalenessOf(later: LaterFigures): AlertFacts['staleness'] {
  if (typeof later !== 'string') return later.isStale === true ? 'UNKNOWN' : null
  return later === 'SAME' ? null : later
}
