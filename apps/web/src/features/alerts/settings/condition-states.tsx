import Skeleton from '@mui/material/Skeleton'
import Typography from '@mui/material/Typography'
import { type AlertSetting, conditionIdOf, figureAsNamed } from '@roundsman/contract/alerts/alerts'
import type { Validator } from '@roundsman/contract/networks/validators'
import type { TFunction } from 'i18next'
import { useTranslation } from '../../../i18n/use-translation.ts'
import { alertConditionsQuery, type Condition } from '../../../data/alerts/alert-conditions.ts'
import type { ApiClient } from '../../../data/api/api-client.ts'
import { type Formats, useFormats } from '../../../i18n/formats.ts'
import { jailBounds } from '../../../parts/validator-state.tsx'
import { aboutOf, type Target } from '../targets/target.ts'
import type { SettingRow } from './setting-groups.ts'

/** The states of a target's conditions, of several chosen those of the first. */
export function conditionsQuery(client: ApiClient, blockchainId: number, target: Target) {
  return alertConditionsQuery(client, blockchainId, aboutOf(target))
}

/** The state of a row's condition; it may be listed with either of its settings. */
export function conditionOf(row: SettingRow, conditions: readonly Condition[] | undefined): Condition | null {
  const own = conditionIdOf(row.begins.id)
  const found = conditions?.find(({ setting_id }) => conditionIdOf(setting_id) === own) ?? null
  if (found === null || row.begins.trigger === 'FALSE_TO_TRUE' || found.state === 'UNKNOWN') return found
  // What begins when the condition ends is true where that is not.
  return { ...found, state: found.state === 'TRUE' ? 'FALSE' : 'TRUE' }
}

/**
 * The value of a condition as its setting names it (P400), in its unit; null where it has none, or none is known. Of a
 * validator, misses in a row and the time to jail are those of its row of the list, which its state shows too (P781).
 */
export function valueText(
  condition: Condition | null,
  setting: Pick<AlertSetting, 'type' | 'unit'>,
  { formats, row, t }: { formats: Formats; row: Validator | undefined; t: TFunction<'alerts'> },
): string | null {
  const { unit, type } = setting
  if (isEnding(condition, setting, row)) return t('condition.ending')
  if (row && type === 'UPTIME' && unit === 'SECONDS') {
    const toJail = jailBounds(row.seconds_to_jail, row.seconds_to_jail_at_most, formats)
    if (toJail?.isNow === true)
      return t(toJail.atMost === null ? 'condition.anyMoment' : 'condition.maybeAnyMoment')
    return toJail && (toJail.atMost === null ? toJail.atLeast : `≥\u00a0${toJail.atLeast}`)
  }
  if (row && type === 'UPTIME' && unit === 'BLOCKS') {
    const { consecutive_missed: missed, consecutive_missed_exact: isExact } = row
    return missed === null ? null : `${formats.integer(missed)}${isExact === false ? '+' : ''}`
  }
  if (condition === null || condition.value === null || unit === null) return null
  const value = figureAsNamed(setting, condition.value)
  if (unit === 'FRACTION') return formats.percent(value)
  return unit === 'BLOCKS' ? formats.integer(value) : formats.duration(value)
}

/** Still true, since it ends some signed blocks later: “True now, 0” would be none of both (P805). */
export function isEnding(
  condition: Condition | null,
  { type, unit }: Pick<AlertSetting, 'type' | 'unit'>,
  row: Validator | undefined,
): boolean {
  const isOfMisses = type === 'UPTIME' && (unit === 'SECONDS' || unit === 'BLOCKS')
  return isOfMisses && condition?.state === 'TRUE' && row?.consecutive_missed === 0
}

/** How long a condition has been unknown, or how old what is known of it is, in seconds. */
export function ageOf({ state, since, observed_at }: Condition, now: number): number | null {
  const from = state === 'UNKNOWN' ? (since ?? observed_at) : observed_at
  return from === null ? null : Math.max(0, (now - Date.parse(from)) / 1_000)
}

interface Props {
  condition: Condition | null
  /** False until the states are known. */
  known: boolean
  now: number
}

/** True, False, or Unknown with since when: what is not known is never false. */
export function ConditionWord({ condition, known, now }: Props) {
  const { t } = useTranslation('alerts')
  const formats = useFormats()
  if (!known) return <Skeleton width={40} height={12} />
  const state = condition?.state ?? 'UNKNOWN'
  const since = condition?.since ?? null
  const age = condition === null ? null : ageOf(condition, now)
  return (
    <>
      <Typography
        variant="table"
        component="span"
        {...(state === 'TRUE' ? { sx: { fontWeight: 600 } } : { color: 'textSecondary' as const })}
        {...(since === null ? {} : { title: t('condition.since', { time: formats.time(since, now) }) })}
      >
        {t(`condition.${state}`)}
      </Typography>
      {state === 'UNKNOWN' && age !== null ? (
        <Typography variant="caption" color="textSecondary" component="div" noWrap>
          {formats.roughDuration(age)}
        </Typography>
      ) : null}
    </>
  )
}
