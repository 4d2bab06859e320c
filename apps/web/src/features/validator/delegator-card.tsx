import VolunteerActivismOutlined from '@mui/icons-material/VolunteerActivismOutlined'
import Paper from '@mui/material/Paper'
import Typography from '@mui/material/Typography'
import { styled } from '@mui/material/styles'
import type { ValidatorDetails } from '@roundsman/contract/networks/validator-details'
import { stateOf } from '@roundsman/contract/networks/validator-state'
import { useId } from 'react'
import { useTranslation } from '../../i18n/use-translation.ts'
import { useFormats } from '../../i18n/formats.ts'
import { shareOf } from './timeline-texts.ts'

const Frame = styled(Paper)(({ theme }) => ({
  display: 'grid',
  gridTemplateColumns: '22px minmax(0, 1fr)',
  columnGap: 12,
  padding: '12px 16px',
  marginBottom: 20,
  '& > svg': { fontSize: 22, color: theme.vars.palette.accent.text },
  '& ul': {
    ...theme.typography.table,
    margin: '4px 0 0',
    padding: 0,
    listStyle: 'none',
    color: theme.vars.palette.text.secondary,
    '& > li': { paddingBlock: 2 },
  },
})) as typeof Paper

/** On the page of a jailed or tombstoned validator: what that means for whoever delegates to it (P536). */
export function DelegatorCard({ details }: { details: ValidatorDetails }) {
  const { t } = useTranslation('validator')
  const formats = useFormats()
  const title = useId()
  const { kind } = stateOf(details)
  if (kind !== 'jailed' && kind !== 'tombstoned') return null
  const slashed = slashedShare(details)
  return (
    <Frame variant="outlined" component="section" aria-labelledby={title}>
      <VolunteerActivismOutlined aria-hidden />
      <div>
        <Typography id={title} variant="label" component="h2" sx={{ m: 0 }}>
          {t(`delegator.${kind}.title`)}
        </Typography>
        <ul>
          <li>{t(`delegator.${kind}.rewards`)}</li>
          <li>
            {slashed === null
              ? t('delegator.slashUnknown')
              : t('delegator.slashed', { share: formats.percent(slashed) })}
          </li>
          <li>{t(`delegator.${kind}.leave`)}</li>
          <li>{t(`delegator.${kind}.operator`)}</li>
        </ul>
      </div>
    </Frame>
  )
}

/** So long before a jailing was written down may its slash have been, and after it: both are of one block. */
const togetherMs = 60_000

/** The share of the stake that was taken with the last jailing; null where no event says it. */
export function slashedShare({ timeline }: Pick<ValidatorDetails, 'timeline'>): number | null {
  const jailed = timeline.find(({ kind }) => kind === 'jailed' || kind === 'tombstoned')
  if (jailed === undefined) return null
  const slash = timeline.find(
    ({ kind, at }) => kind === 'slashed' && Math.abs(Date.parse(at) - Date.parse(jailed.at)) <= togetherMs,
  )
  const share = slash === undefined ? null : shareOf(slash.before, slash.after)
  return share === null || share >= 0 ? null : -share
}
