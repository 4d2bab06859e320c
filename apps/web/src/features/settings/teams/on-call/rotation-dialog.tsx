import ArrowUpwardRounded from '@mui/icons-material/ArrowUpwardRounded'
import CloseRounded from '@mui/icons-material/CloseRounded'
import Box from '@mui/material/Box'
import IconButton from '@mui/material/IconButton'
import Typography from '@mui/material/Typography'
import { weekdays } from '@roundsman/contract/accounts/quiet-hours'
import { mostInTeam, type TeamMember } from '@roundsman/contract/accounts/teams'
import type { Rotation } from '@roundsman/contract/alerts/on-call'
import { use, useState } from 'react'
import { fieldProblem, formProblem } from '../../../../data/api/errors.ts'
import type { KnownOnCall } from '../../../../data/services/on-call.ts'
import { useServices } from '../../../../data/services/services.ts'
import { knownTimeZone, TimeZoneContext, useFormats } from '../../../../i18n/formats.ts'
import { useTranslation } from '../../../../i18n/use-translation.ts'
import { fieldTime } from '../../../../parts/silences/silence-times.ts'
import { SelectField, TextField } from '../../../../ui/controls/fields.tsx'
import { LabeledSegments } from '../../../../ui/controls/segments.tsx'
import { weekdayName } from '../../quiet/quiet-plan.ts'
import { ZoneOptions } from '../../zone-options.tsx'
import { FormDialog } from '../../form-dialog.tsx'
import { useChangeOnCall } from './change-on-call.ts'

interface Props {
  teamId: number
  known: KnownOnCall
  members: readonly TeamMember[]
  onClose: () => void
}

/** Whose turn comes after whose, and when they hand over (P732). */
export function RotationDialog({ teamId, known, members, onClose }: Props) {
  const { t } = useTranslation('teams')
  const { t: tCommon, i18n } = useTranslation()
  const formats = useFormats()
  const own = use(TimeZoneContext)
  const { serverTime } = useServices()
  const { plan } = known
  const [zone, setZone] = useState(plan.rotation === null ? knownTimeZone(own) : plan.time_zone)
  const [rotation, setRotation] = useState<Rotation>(
    () =>
      plan.rotation ?? {
        members: members.map(({ user_id }) => user_id),
        every: 'WEEK',
        hand_over: { day: 'MON', at: '09:00' },
        starts_on: fieldTime(serverTime.now(), own).slice(0, 10),
      },
  )
  const [isTried, setIsTried] = useState(false)
  const change = useChangeOnCall(teamId, known, onClose)
  const { hand_over, every, starts_on, members: order } = rotation
  const set = (part: Partial<Rotation>) => setRotation({ ...rotation, ...part })
  const wrong = { at: hand_over.at === '', starts: starts_on === '' }
  const ofZone = fieldProblem(change.error, 'time_zone')
  const problemOf = (isWrong: boolean) => (isTried && isWrong ? t('onCall.needed') : undefined)
  return (
    <FormDialog
      title={t('onCall.rotation')}
      submit={t('save')}
      busy={change.loading}
      problem={change.error && ofZone === undefined ? formProblem(change.error, tCommon, formats) : null}
      onSubmit={(event) => {
        event.preventDefault()
        setIsTried(true)
        if (!wrong.at && !wrong.starts) change.run({ time_zone: zone, rotation })
      }}
      onClose={onClose}
    >
      <LabeledSegments
        label={t('onCall.every')}
        value={every}
        choices={(['DAY', 'WEEK'] as const).map((value) => ({ value, text: t(`onCall.each.${value}`) }))}
        onChoose={(value) => set({ every: value })}
      />
      <Box sx={{ display: 'grid', gridTemplateColumns: 'repeat(auto-fit, minmax(150px, 1fr))', gap: 4 }}>
        {every === 'WEEK' ? (
          <SelectField
            name="day"
            label={t('onCall.day')}
            value={hand_over.day ?? 'MON'}
            onChange={({ target }) =>
              set({ hand_over: { ...hand_over, day: weekdays.find((day) => day === target.value) } })
            }
          >
            {weekdays.map((day) => (
              <option key={day} value={day}>
                {weekdayName(day, i18n.language, 'long')}
              </option>
            ))}
          </SelectField>
        ) : null}
        <TextField
          type="time"
          name="at"
          label={t('onCall.at')}
          problem={problemOf(wrong.at)}
          value={hand_over.at}
          onChange={({ target }) => set({ hand_over: { ...hand_over, at: target.value } })}
        />
        <TextField
          type="date"
          name="starts_on"
          label={t('onCall.startsOn')}
          problem={problemOf(wrong.starts)}
          value={starts_on}
          onChange={({ target }) => set({ starts_on: target.value })}
        />
      </Box>
      <SelectField
        name="time_zone"
        label={t('onCall.zone')}
        problem={ofZone}
        value={zone}
        onChange={({ target }) => setZone(target.value)}
      >
        <ZoneOptions present={zone} />
      </SelectField>
      <Order order={order} members={members} onChange={(next) => set({ members: next })} />
    </FormDialog>
  )
}

interface OrderProps {
  order: readonly number[]
  members: readonly TeamMember[]
  onChange: (order: number[]) => void
}

/** Who takes turns, in which order. */
function Order({ order, members, onChange }: OrderProps) {
  const { t } = useTranslation('teams')
  const nameOf = (userId: number) => members.find((one) => one.user_id === userId)?.name ?? t('onCall.gone')
  const moved = (at: number) => order.toSpliced(at, 1).toSpliced(at - 1, 0, ...order.slice(at, at + 1))
  return (
    <Box role="group" aria-label={t('onCall.order')} sx={{ display: 'grid', gap: 2 }}>
      <Typography variant="label" component="div" aria-hidden>
        {t('onCall.order')}
      </Typography>
      {order.length === 0 ? <Typography color="textSecondary">{t('onCall.empty')}</Typography> : null}
      <Box component="ol" sx={{ m: 0, p: 0, paddingInlineStart: 5, '&:empty': { display: 'none' } }}>
        {order.map((userId, at) => (
          // Somebody may be in it twice.
          <li key={`${at} ${userId}`}>
            <Box sx={{ display: 'flex', alignItems: 'center', gap: 1 }}>
              <Box sx={{ flex: 1, minWidth: 0, overflowWrap: 'anywhere' }}>
                <bdi>{nameOf(userId)}</bdi>
              </Box>
              {at === 0 ? null : (
                <IconButton
                  aria-label={t('onCall.sooner', { name: nameOf(userId) })}
                  onClick={() => onChange(moved(at))}
                >
                  <ArrowUpwardRounded fontSize="small" />
                </IconButton>
              )}
              <IconButton
                aria-label={t('onCall.takeOut', { name: nameOf(userId) })}
                onClick={() => onChange(order.toSpliced(at, 1))}
              >
                <CloseRounded fontSize="small" />
              </IconButton>
            </Box>
          </li>
        ))}
      </Box>
      {order.length < mostInTeam ? (
        <SelectField
          name="member"
          label={t('onCall.putIn')}
          value=""
          onChange={({ target }) => onChange([...order, Number(target.value)])}
        >
          <option value="" disabled>
            {t('onCall.choose')}
          </option>
          {members.map(({ user_id, name }) => (
            <option key={user_id} value={user_id}>
              {name}
            </option>
          ))}
        </SelectField>
      ) : null}
    </Box>
  )
}
