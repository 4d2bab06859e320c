import type { QuietHours } from '@roundsman/contract/accounts/quiet-hours'
import { weekdays } from '@roundsman/contract/accounts/quiet-hours'
import type { AlertHistoryItem } from '@roundsman/contract/alerts/alerts'
import type { NewSilenceBody, Silence } from '@roundsman/contract/alerts/silences'
import { listOf, type Situation, stageTime } from './answers.ts'
import { bridgesOf } from './bridge-answers.ts'

const inMinutes = (minutes: number) => new Date(stageTime.getTime() + minutes * 60_000).toISOString()
const by = { user_id: 1, name: 'Robin Ward' }

/** Nights, and the middle of Saturdays: it is one in the pictures. */
export function quietHoursOf(as: Situation): QuietHours {
  return as === 'planned'
    ? {
        time_zone: 'Europe/Berlin',
        windows: [
          { days: [...weekdays], from: '22:00', to: '07:00' },
          { days: ['SAT'], from: '11:00', to: '14:30' },
        ],
        break_through: 'CRITICAL',
        is_quiet_until: inMinutes(90),
      }
    : { time_zone: null, windows: [], break_through: 'CRITICAL', is_quiet_until: null }
}

/** One that goes on of a validator, and planned ones of a bridge and of the network. */
export function silencesOf(as: Situation): Silence[] {
  if (as !== 'planned') return []
  const one = (id: number, change: Partial<Silence>): Silence => ({
    ...silenceOf(id, { blockchain_id: 1, to: inMinutes(45), reason: 'Upgrade to v4.0.2' }),
    ...change,
  })
  return [
    one(1, {
      blockchain_validator_id: 5,
      target_name: nameOf(5),
      from: inMinutes(-20),
      until_recovered: true,
    }),
    one(2, {
      ...{ bridge_id: 3, target_name: bridgeName(3), from: inMinutes(1_200), to: inMinutes(1_440) },
      ...{ is_active: false, reason: 'Move to the new storage' },
    }),
    one(3, {
      ...{
        from: inMinutes(4_320),
        to: inMinutes(4_440),
        is_active: false,
        created_by: { user_id: 2, name: 'Ann' },
        team_id: 4,
      },
      reason: 'Upgrade of the network at height 9,500,000',
    }),
  ]
}

/** As the server makes one of what somebody gives. */
export function silenceOf(id: number, body: NewSilenceBody): Silence {
  const { blockchain_validator_id: validator = null, bridge_id: bridge = null, from } = body
  return {
    id,
    blockchain_id: body.blockchain_id,
    blockchain_validator_id: validator,
    bridge_id: bridge,
    target_name: validator !== null ? nameOf(validator) : bridge !== null ? bridgeName(bridge) : null,
    team_id: body.team_id ?? null,
    from: from ?? stageTime.toISOString(),
    to: body.to,
    reason: body.reason,
    until_recovered: body.until_recovered ?? false,
    is_active: from == null,
    created_at: inMinutes(-30),
    created_by: by,
  }
}

const nameOf = (id: number) => listOf(1, 'live').validators.find((row) => row.id === id)?.moniker ?? null
const bridgeName = (id: number) => bridgesOf('live').bridges.find((row) => row.id === id)?.name ?? null

/** The newest alert of the history as one that planned work explains. */
export function withSilenced(items: readonly AlertHistoryItem[], as: Situation): AlertHistoryItem[] {
  return items.map((item, at) =>
    as === 'planned' && at === 0
      ? {
          ...item,
          silence_id: 1,
          deliveries: item.deliveries.map((one) => ({
            ...{ ...one, attempts: 0, state: 'SUPPRESSED' as const, detail: 'silenced' },
          })),
        }
      : item,
  )
}
