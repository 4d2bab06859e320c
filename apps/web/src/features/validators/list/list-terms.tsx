import InfoOutlined from '@mui/icons-material/InfoOutlined'
import { styled } from '@mui/material/styles'
import { Suspense } from 'react'
import { useTranslation } from '../../../i18n/use-translation.ts'
import { ExplainedWord, Explanation, type useExplained } from '../../../ui/controls/explained.tsx'

const Word = styled(ExplainedWord)(({ theme }) => ({
  ...theme.typography.caption,
  color: theme.vars.palette.accent.text,
}))
const Meanings = styled('dl')({
  display: 'grid',
  gridTemplateColumns: 'minmax(8rem, max-content) minmax(0, 1fr)',
  gap: '4px 16px',
  margin: '4px 0 0',
  '& dt': { fontWeight: 600 },
  '& dd': { margin: 0 },
  '@media (max-width: 600px)': { gridTemplateColumns: 'minmax(0, 1fr)', '& dd': { marginBottom: 4 } },
})

interface ListTermsProps {
  /** Whether they are open, which another layout of the list keeps. */
  terms: ReturnType<typeof useExplained>
}

/** What the states, blocks and columns of the list mean, a line each, on request: heads of columns sort when they are pressed. */
export function ListTerms({ terms: { button, panel } }: ListTermsProps) {
  const { t } = useTranslation('list')
  return (
    <>
      <Word {...button}>
        {t('terms')}
        <InfoOutlined aria-hidden />
      </Word>
      <TermsPanel {...panel} />
    </>
  )
}

/** As large as a finger, in a line that stays as high as its letters. */
const SmallButton = styled(ExplainedWord)({
  width: 40,
  minHeight: 32,
  marginBlock: 'min(0px, (1lh - 32px) / 2)',
  justifyContent: 'center',
  '& > svg:last-child': { fontSize: 16 },
})

/** The same beside a heading. */
export function TermsButton({ terms: { button } }: ListTermsProps) {
  const { t } = useTranslation('list')
  return (
    <SmallButton {...button} aria-label={t('terms')} title={t('terms')}>
      <InfoOutlined aria-hidden />
    </SmallButton>
  )
}

interface TermsPanelProps {
  id: string
  hidden: boolean
}

/** What their button opens. */
export function TermsPanel(props: TermsPanelProps) {
  return (
    <Explanation {...props}>
      {/* Their texts come with the first who opens it. */}
      {props.hidden ? null : (
        <Suspense fallback={null}>
          <Lines />
        </Suspense>
      )}
    </Explanation>
  )
}

const states = ['bonded', 'unbonding', 'unbonded', 'risk', 'missing', 'jailed', 'tombstoned'] as const

function Lines() {
  const { t } = useTranslation('validator')
  const { t: tCommon } = useTranslation()
  const lines = [
    ...states.map((kind) => [tCommon(`validator.state.${kind}`), t(`term.${kind}`)] as const),
    [tCommon('strip.signed'), t('term.signed')] as const,
    [tCommon('strip.proposed'), t('term.proposed')] as const,
    [tCommon('strip.nil'), t('term.nil')] as const,
    [tCommon('strip.missed'), t('term.missed')] as const,
    [t('slashing.title'), t('term.window')] as const,
    [tCommon('column.commission'), t('term.commission')] as const,
    [t('figure.self'), t('term.self')] as const,
  ]
  return (
    <Meanings>
      {lines.map(([word, meaning]) => (
        <div key={word} style={{ display: 'contents' }}>
          <dt>{word}</dt>
          <dd>{meaning}</dd>
        </div>
      ))}
    </Meanings>
  )
}
