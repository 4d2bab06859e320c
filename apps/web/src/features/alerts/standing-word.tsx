import Skeleton from '@mui/material/Skeleton'
import Typography from '@mui/material/Typography'
import { useTranslation } from 'react-i18next'
import { useFormats } from '../../i18n/use-formats.ts'
import type { Standing } from './conditions-query.ts'
import { ageOf } from './standing-words.ts'

interface Props {
  standing: Standing | null
  /** False until the server has said how the conditions stand. */
  known: boolean
  now: number
}

/** True, False, or Unknown with since when: what is not known is never false. */
export function StandingWord({ standing, known, now }: Props) {
  const { t } = useTranslation('alerts')
  const formats = useFormats()
  if (!known) return <Skeleton width={40} height={12} />
  const state = standing?.state ?? 'UNKNOWN'
  const since = standing?.since ?? null
  const age = standing === null ? null : ageOf(standing, now)
  return (
    <>
      <Typography
        variant="table"
        component="span"
        {...(state === 'TRUE' ? { sx: { fontWeight: 600 } } : { color: 'textSecondary' as const })}
        {...(since === null ? {} : { title: t('standing.since', { time: formats.time(since, now) }) })}
      >
        {t(`standing.${state}`)}
      </Typography>
      {state === 'UNKNOWN' && age !== null ? (
        <Typography variant="caption" color="textSecondary" component="div" noWrap>
          {formats.roughDuration(age)}
        </Typography>
      ) : null}
    </>
  )
}
