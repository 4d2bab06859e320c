import HistoryRounded from '@mui/icons-material/HistoryRounded'
import Button from '@mui/material/Button'
import Typography from '@mui/material/Typography'
import type { AlertReplay } from '@roundsman/contract/alerts/alert-actions'
import { useTranslation } from '../../../i18n/use-translation.ts'
import { formProblem } from '../../../data/api/errors.ts'
import type { Action } from '../../../data/api/operation.ts'
import { useServices } from '../../../data/services/services.ts'
import { useFormats } from '../../../i18n/formats.ts'
import type { RecommendedSet } from '../../../data/alerts/recommended.data.ts'
import { replayDays, replayShortages } from './replay.tsx'
import type { SettingGroup } from './setting-groups.ts'
import { styled } from '../../../ui/theme/styled.tsx'

const Line = styled('div')({
  display: 'flex',
  flexWrap: 'wrap',
  alignItems: 'center',
  gap: 8,
  // With letters twice as large one of these is wider than a phone.
  '& > button': { maxWidth: '100%', whiteSpace: 'normal', paddingBlock: 3, textAlign: 'start' },
})

interface Props {
  /** Those that say anything of the target. */
  sets: readonly RecommendedSet[]
  onStart: (set: RecommendedSet | null) => void
  /** null where there is no single target whose past could be replayed. */
  replay: Action<void, AlertReplay> | null
  /** What it is of. */
  groups: readonly SettingGroup[]
  /** Why there is none, where that is not plain. */
  noReplay: string | null
}

/** What one may start from, and how often the settings would have fired. */
export function Presets({ sets, onStart, replay, groups, noReplay }: Props) {
  const { t } = useTranslation('alerts')
  return (
    <>
      <Line role="group" aria-label={t('startFrom')}>
        <Typography
          variant="table"
          color="textSecondary"
          aria-hidden
          // On a phone above the three, which then have a line together.
          sx={{ flexBasis: { xs: '100%', sm: 'auto' } }}
        >
          {t('startFrom')}
        </Typography>
        {sets.map((set) => (
          <Button key={set} size="small" onClick={() => onStart(set)}>
            {t(`preset.${set}`)}
          </Button>
        ))}
        <Button size="small" onClick={() => onStart(null)}>
          {t('preset.none')}
        </Button>
        {replay ? (
          <Button
            size="small"
            startIcon={<HistoryRounded />}
            loading={replay.loading}
            loadingPosition="start"
            onClick={() => replay.run()}
          >
            {t('replay.ask')}
          </Button>
        ) : null}
      </Line>
      {replay ? <ReplayNote replay={replay} groups={groups} /> : null}
      {noReplay === null ? null : (
        <Typography variant="caption" component="p" color="textSecondary" sx={{ m: 0, mt: 2 }}>
          {noReplay}
        </Typography>
      )}
    </>
  )
}

interface NoteProps {
  replay: Action<void, AlertReplay>
  groups: readonly SettingGroup[]
}

/** What time the figures are of, or why there are none. */
function ReplayNote({ replay: { error, result }, groups }: NoteProps) {
  const { t } = useTranslation('alerts')
  const { t: tCommon } = useTranslation()
  const formats = useFormats()
  const { serverTime } = useServices()
  const message = error
    ? formProblem(error, tCommon, formats)
    : result === undefined
      ? null
      : result.settings.every(({ since }) => since === null)
        ? t('replay.cannotTell')
        : [
            t('replay.all', { count: replayDays }),
            ...replayShortages(result, groups).map(({ type, since }) =>
              t('replay.since', {
                type: t(`type.${type}`),
                time: formats.time(since, serverTime.now()),
              }),
            ),
          ].join(' ')
  return (
    <Typography
      variant="caption"
      component="div"
      role="status"
      color={error ? 'error' : 'textSecondary'}
      sx={message === null ? {} : { mt: 2 }}
    >
      {message}
    </Typography>
  )
}
