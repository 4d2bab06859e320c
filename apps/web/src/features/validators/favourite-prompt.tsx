import SearchRounded from '@mui/icons-material/SearchRounded'
import StarBorderRounded from '@mui/icons-material/StarBorderRounded'
import Button from '@mui/material/Button'
import Paper from '@mui/material/Paper'
import Skeleton from '@mui/material/Skeleton'
import { styled as styledPart } from '@mui/material/styles'
import Typography from '@mui/material/Typography'
import type { Validator } from '@roundsman/contract/networks/validators'
import { type ComponentProps, type ReactNode, Suspense, use, useEffect, useId } from 'react'
import { useTranslation } from '../../i18n/use-translation.ts'
import { useDismissals } from '../../data/services/preferences.ts'
import { slimHeight } from '../../ui/page/slim-alert.tsx'
import { byRank, FavouritesContext } from './list/list-rows.ts'
import { later } from '../../ui/later.tsx'
import { styled } from '../../ui/theme/styled.tsx'

// The rows of the list do not wait for it (docs/decisions/022-slow-phone.md).
const FindValidator = later(async () => (await import('../../parts/find-validator.tsx')).FindValidator)

/** Of the field that finds one. */
const findHeight = { xs: 'max(42px, 2.625rem)', md: 'max(32px, 2rem)' }

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
      <div>
        <Suspense fallback={<Skeleton variant="rounded" sx={{ height: findHeight }} />}>
          <FindValidator
            validators={byRank(validators)}
            label={tCommon('list.search')}
            noMatch={t('ask.noMatch')}
            icon={<SearchRounded aria-hidden />}
            onChoose={choose}
          />
        </Suspense>
      </div>
      <Button variant="text" size="small" loading={dismiss.loading} onClick={() => dismiss.run([promptId])}>
        {t('ask.dismiss')}
      </Button>
    </PromptFrame>
  )
}
