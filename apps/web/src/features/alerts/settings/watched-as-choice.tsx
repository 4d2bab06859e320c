import Typography from '@mui/material/Typography'
import { watchedAs } from '@roundsman/contract/alerts/alerts'
import { useTranslation } from '../../../i18n/use-translation.ts'
import { Segments } from '../../../ui/controls/segments.tsx'
import { chosenOf, type Target } from '../targets/target.ts'
import type { DraftBoxes } from './draft-boxes.ts'
import { styled } from '../../../ui/theme/styled.tsx'

const Line = styled('div')({ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: '4px 12px' })

interface Props {
  target: Target
  draft: Pick<DraftBoxes, 'watchedAs' | 'watchAs'>
}

/** What the user is to a validator, or to every one, which decides what messages advise them (P945). */
export function WatchedAsChoice({ target, draft }: Props) {
  const { t } = useTranslation('alerts')
  const { watchedAs: value, watchAs } = draft
  if (value === null) return null
  const count = chosenOf(target)?.ids.length ?? 2
  return (
    <Line>
      <Typography variant="table" color="textSecondary" aria-hidden>
        {t('watchedAs.label')}
      </Typography>
      <Segments
        label={t('watchedAs.label')}
        value={value}
        choices={watchedAs.map((one) => ({ value: one, text: t(`watchedAs.${one}`, { count }) }))}
        onChoose={watchAs}
      />
      <Typography variant="caption" color="textSecondary" component="p" sx={{ m: 0 }}>
        {t(`watchedAs.hint.${value}`)}
      </Typography>
    </Line>
  )
}
