import CheckCircleOutlineRounded from '@mui/icons-material/CheckCircleOutlineRounded'
import SearchRounded from '@mui/icons-material/SearchRounded'
import StarBorderRounded from '@mui/icons-material/StarBorderRounded'
import Button from '@mui/material/Button'
import Paper from '@mui/material/Paper'
import { styled as styledPart } from '@mui/material/styles'
import Typography from '@mui/material/Typography'
import type { Validator } from '@roundsman/contract/networks/validators'
import { type ComponentProps, type ReactNode, Suspense, use, useEffect, useId } from 'react'
import { useTranslation } from '../../i18n/use-translation.ts'
import { useDismissals } from '../../data/services/preferences.ts'
import { FindValidator } from '../../parts/find-validator.tsx'
import { validatorName } from '../../parts/validator-name.ts'
import { RecommendedOffer } from '../../parts/alerts/recommended-offer.tsx'
import { slimHeight } from '../../ui/page/slim-alert.tsx'
import { byRank, FavouritesContext } from './list/list-rows.ts'
import { styled } from '../../ui/theme/styled.tsx'

/** What the account says of who wants to be asked no more. */
const promptId = 'which-is-mine'

/** Whether to ask which validator is the user's: none is, and nobody wished not to be asked. Not while that is unknown. */
export function useFavouritePrompt(): boolean {
  const dismissed = useDismissals().ids
  const { ids } = use(FavouritesContext)
  return dismissed !== undefined && ids.size === 0 && !dismissed.has(promptId)
}

interface Props {
  validators: readonly Validator[]
  /** One was chosen. */
  onChosen: (row: Validator) => void
}

const Frame = styledPart(Paper)(({ theme }) => ({
  display: 'flex',
  flexWrap: 'wrap',
  alignItems: 'center',
  gap: '8px 16px',
  boxSizing: 'border-box',
  minHeight: `calc(${slimHeight} + 18px)`,
  padding: '8px 16px',
  marginBottom: 16,
  '& > svg': { fontSize: 22, color: theme.vars.palette.accent.text },
  '& > div': { flex: '1 1 200px', minWidth: 0 },
  '& > div:last-of-type': { maxWidth: 300, flexBasis: 220 },
  [theme.breakpoints.down('md')]: { '& > div:last-of-type': { maxWidth: 'none' } },
})) as typeof Paper

/** In the room of the question stands what may follow from its answer. */
export function PromptFrame(props: ComponentProps<typeof Paper> & { component?: 'section' }) {
  useEffect(
    () => () => {
      // It went away with the focus in it: the keyboard goes on at the content, not at the top of the page.
      if (document.activeElement === document.body)
        document.getElementById('content')?.focus({ preventScroll: true })
    },
    [],
  )
  return <Frame variant="outlined" {...props} />
}

export const ChosenLine = styled('p')(({ theme }) => ({
  ...theme.typography.body1,
  display: 'flex',
  alignItems: 'flex-start',
  gap: 12,
  flex: '1 1 240px',
  minWidth: 0,
  margin: 0,
  overflowWrap: 'anywhere',
  '& > svg': { flex: 'none', fontSize: 22, color: theme.vars.palette.success.main },
  '&[data-warns] > svg': { color: theme.vars.palette.warning.main },
}))

interface ChosenProps {
  row: Validator
  onClose: () => void
}

/** What has become of the answer, where the question stood, with what may follow from it: no toast lies upon that (P532). */
export function ChosenPrompt({ row, onClose }: ChosenProps): ReactNode {
  const { t } = useTranslation('list')
  const name = validatorName(row)
  const close = (
    <Button variant="text" size="small" onClick={onClose}>
      {t('ask.close')}
    </Button>
  )
  return (
    <PromptFrame>
      <ChosenLine>
        <CheckCircleOutlineRounded aria-hidden />
        <span>{t('ask.chosen', { name })}</span>
      </ChosenLine>
      <Suspense fallback={close}>
        <RecommendedOffer targets={[{ validator: row.id }]} name={name} onClose={onClose} otherwise={close} />
      </Suspense>
    </PromptFrame>
  )
}

/** Asks a newcomer for their validator; what is chosen becomes their own. */
export function FavouritePrompt({ validators, onChosen }: Props): ReactNode {
  const { t } = useTranslation('list')
  const { t: tCommon } = useTranslation()
  const title = useId()
  const { set } = use(FavouritesContext)
  const { dismiss } = useDismissals()
  const choose = (id: number) => {
    const row = validators.find((one) => one.id === id)
    if (!row) return
    set(id, true)
    onChosen(row)
  }
  return (
    <PromptFrame component="section" aria-labelledby={title}>
      <StarBorderRounded aria-hidden />
      <div>
        <Typography id={title} variant="label" component="h2" sx={{ m: 0 }}>
          {t('ask.title')}
        </Typography>
        <Typography variant="caption" component="p" color="textSecondary" sx={{ m: 0 }}>
          {t('ask.hint')}
        </Typography>
      </div>
      <FindValidator
        validators={byRank(validators)}
        label={tCommon('list.search')}
        noMatch={t('ask.noMatch')}
        icon={<SearchRounded aria-hidden />}
        onChoose={choose}
      />
      <Button variant="text" size="small" loading={dismiss.loading} onClick={() => dismiss.run([promptId])}>
        {t('ask.dismiss')}
      </Button>
    </PromptFrame>
  )
}
