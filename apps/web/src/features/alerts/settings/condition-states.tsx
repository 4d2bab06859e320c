import Skeleton from '@mui/material/Skeleton'
import Typography from '@mui/material/Typography'
import type { AlertConditions } from '@roundsman/contract/alerts/alert-actions'
import { alertEndpoints } from '@roundsman/contract/alerts/alert-endpoints'
import { type AlertSetting, figureAsNamed } from '@roundsman/contract/alerts/alerts'
import { queryOptions } from '@tanstack/react-query'
import { useTranslation } from '../../../i18n/use-translation.ts'
import type { ApiClient } from '../../../data/api/api-client.ts'
import { type Formats, useFormats } from '../../../i18n/formats.ts'
import { bodyTargetsOf, type Target } from '../targets/target.ts'
import { type SettingRow, settingsOfRow } from './setting-groups.ts'

/** The state of a condition now. */
export type Condition = AlertConditions['conditions'][number]

/** The states of a target's conditions, of several chosen those of the first. */
export function conditionsQuery(client: ApiClient, blockchainId: number, target: Target) {
  const [{ blockchain_validator_id: validator, bridge_id: bridge } = {}] = bodyTargetsOf(target)
  return queryOptions({
    queryKey: ['alert-conditions', blockchainId, validator ?? null, bridge ?? null],
    queryFn: async ({ signal }) => {
      const query = {
        ...(typeof validator === 'number' && { blockchain_validator_id: validator }),
        ...(typeof bridge === 'number' && { bridge_id: bridge }),
      }
      const call = { params: { blockchainId }, query, signal }
      return (await client.callTo(alertEndpoints.alertConditions, call)).conditions
    },
    refetchInterval: 10_000,
  })
}

/** The state of a row's condition; it may be listed with either of its settings. */
export function conditionOf(row: SettingRow, conditions: readonly Condition[] | undefined): Condition | null {
  const ids = settingsOfRow(row).map(({ id }) => id)
  return conditions?.find(({ setting_id }) => ids.includes(setting_id)) ?? null
}

/** The value of a condition as its setting names it (P400), in its unit; null where it has none, or none is known. */
export function valueText(
  condition: Condition | null,
  setting: Pick<AlertSetting, 'type' | 'unit'>,
  formats: Formats,
): string | null {
  const { unit } = setting
  if (condition === null || condition.value === null || unit === null) return null
  const value = figureAsNamed(setting, condition.value)
  if (unit === 'FRACTION') return formats.percent(value)
  return unit === 'BLOCKS' ? formats.integer(value) : formats.duration(value)
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
