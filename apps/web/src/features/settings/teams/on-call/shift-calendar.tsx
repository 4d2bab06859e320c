import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Typography from '@mui/material/Typography'
import type { TeamMember } from '@roundsman/contract/accounts/teams'
import { weekdays } from '@roundsman/contract/accounts/quiet-hours'
import type { Shift } from '@roundsman/contract/alerts/on-call'
import { useState } from 'react'
import { useFormats } from '../../../../i18n/formats.ts'
import { useTranslation } from '../../../../i18n/use-translation.ts'
import { VisuallyHidden } from '../../../../ui/known.tsx'
import { Monogram } from '../../../../ui/monogram.tsx'
import { styled } from '../../../../ui/theme/styled.tsx'
import { monogramTones } from '../../../../ui/theme/theme-types.ts'
import { weekdayName } from '../../quiet/quiet-plan.ts'
import { type CalendarDay, comingShifts, onCallOn } from './four-weeks.ts'

const Weeks = styled('table')(({ theme }) => ({
  width: 'calc(100% + 4px)',
  tableLayout: 'fixed',
  borderCollapse: 'separate',
  borderSpacing: 2,
  margin: '0 -2px',
  '& th': {
    ...theme.typography.caption,
    padding: '0 0 2px',
    textAlign: 'center',
    fontWeight: 500,
    color: theme.vars.palette.text.secondary,
  },
  '& td': {
    height: 56,
    padding: '4px 2px 6px',
    verticalAlign: 'top',
    textAlign: 'center',
    borderRadius: 6,
    backgroundColor: theme.vars.palette.background.sunken,
  },
  '& td[data-over]': { backgroundColor: 'transparent' },
  '& td[aria-current]': { outline: `2px solid ${theme.vars.palette.primary.main}`, outlineOffset: -2 },
  '& td > time': { ...theme.typography.caption, display: 'block', color: theme.vars.palette.text.secondary },
  '& td[aria-current] > time': { color: theme.vars.palette.text.primary, fontWeight: 650 },
  '& td > div': { display: 'flex', flexWrap: 'wrap', justifyContent: 'center', gap: 2, marginTop: 2 },
}))

const Shifts = styled('ol')(({ theme }) => ({
  listStyle: 'none',
  margin: 0,
  padding: 0,
  '& > li': {
    display: 'flex',
    alignItems: 'center',
    gap: 12,
    padding: '10px 0',
    borderTop: `1px solid ${theme.vars.palette.divider}`,
  },
  '& > li > div': { minWidth: 0, overflowWrap: 'anywhere' },
}))

/** So many are listed until somebody asks for all. */
const listedAtFirst = 5

interface Props {
  weeks: readonly (readonly CalendarDay[])[]
  shifts: readonly Shift[]
  members: readonly TeamMember[]
  now: number
}

/** Four weeks at a glance, and the shifts to come by the minute (P731). */
export function ShiftCalendar({ weeks, shifts, members, now }: Props) {
  const { t } = useTranslation('teams')
  const { i18n } = useTranslation()
  const formats = useFormats()
  const [isAll, setAll] = useState(false)
  const coming = comingShifts(shifts, now)
  const listed = isAll ? coming : coming.slice(0, listedAtFirst)
  const nameOf = (userId: number) => members.find((one) => one.user_id === userId)?.name ?? t('onCall.gone')
  const toneOf = (userId: number) =>
    monogramTones[members.findIndex((one) => one.user_id === userId) % monogramTones.length] ?? 'blue'
  const tile = (userId: number, size: number) => (
    <Monogram key={userId} name={nameOf(userId)} size={size} tone={toneOf(userId)} />
  )
  return (
    <Box sx={{ display: 'grid', gap: 4 }}>
      <Weeks aria-label={t('onCall.calendar')}>
        <thead>
          <tr>
            {weekdays.map((day) => (
              <th key={day} scope="col" abbr={weekdayName(day, i18n.language, 'long')}>
                {weekdayName(day, i18n.language, 'short')}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {weeks.map((week) => (
            <tr key={week[0]?.date}>
              {week.map((day) => {
                const there = onCallOn(shifts, day)
                return (
                  <td
                    key={day.date}
                    data-over={day.isOver ? '' : undefined}
                    aria-current={day.isToday ? 'date' : undefined}
                  >
                    <time dateTime={day.date}>{formats.integer(Number(day.date.slice(8)))}</time>
                    <div>{there.map(({ user_id }) => tile(user_id, 20))}</div>
                    <VisuallyHidden>
                      {there.length === 0
                        ? t('onCall.nobody')
                        : there.map(({ user_id }) => nameOf(user_id)).join(', ')}
                    </VisuallyHidden>
                  </td>
                )
              })}
            </tr>
          ))}
        </tbody>
      </Weeks>
      {coming.length === 0 ? null : (
        <Box>
          <Shifts aria-label={t('onCall.shifts')}>
            {listed.map(({ user_id, from, to, is_override }) => (
              <li key={from}>
                {tile(user_id, 24)}
                <div>
                  <Typography variant="subtitle2" component="div">
                    <bdi>{nameOf(user_id)}</bdi>
                    {is_override ? ` · ${t('onCall.override')}` : null}
                  </Typography>
                  <Typography variant="caption" component="div" color="textSecondary">
                    {formats.dayTime(from)} – {formats.dayTime(to)}
                  </Typography>
                </div>
              </li>
            ))}
          </Shifts>
          {coming.length > listed.length ? (
            <Button variant="text" size="small" onClick={() => setAll(true)}>
              {t('onCall.all', { value: formats.integer(coming.length) })}
            </Button>
          ) : null}
        </Box>
      )}
    </Box>
  )
}
