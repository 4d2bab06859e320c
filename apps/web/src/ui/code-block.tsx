import ContentCopyRounded from '@mui/icons-material/ContentCopyRounded'
import Button from '@mui/material/Button'
import { styled } from '@mui/material/styles'
import { useTranslation } from 'react-i18next'
import { useCopy } from './use-copy.ts'

interface Props {
  /** What it is for. */
  title: string
  code: string
}

const Frame = styled('figure')(({ theme }) => ({
  margin: 0,
  minWidth: 0,
  border: `1px solid ${theme.vars.palette.divider}`,
  borderRadius: 8,
  overflow: 'hidden',
  backgroundColor: theme.vars.palette.background.sunken,
  '& > figcaption': {
    ...theme.typography.caption,
    display: 'flex',
    alignItems: 'center',
    justifyContent: 'space-between',
    gap: 12,
    padding: '2px 4px 2px 14px',
    color: theme.vars.palette.text.secondary,
    borderBottom: `1px solid ${theme.vars.palette.divider}`,
    '& > button': { flex: 'none' },
  },
  '& > pre': {
    ...theme.typography.mono,
    fontSize: '0.78125rem',
    margin: 0,
    padding: '12px 14px',
    overflowX: 'auto',
    textAlign: 'left',
    color: theme.vars.palette.text.primary,
    '&:focus-visible': { outline: `2px solid ${theme.vars.palette.focusRing}`, outlineOffset: -2 },
  },
}))

/** Text for a terminal or a file, letter by letter, and a way to copy it. It runs left to right in every language. */
export function CodeBlock({ title, code }: Props) {
  const { t } = useTranslation()
  const copy = useCopy()
  return (
    <Frame>
      <figcaption>
        {title}
        <Button
          variant="text"
          size="small"
          startIcon={<ContentCopyRounded />}
          aria-label={t('code.copyOf', { title })}
          onClick={() => copy(code)}
        >
          {t('code.copy')}
        </Button>
      </figcaption>
      {/* It may scroll, which a keyboard needs a stop for. */}
      <pre dir="ltr" tabIndex={0} aria-label={title}>
        {code}
      </pre>
    </Frame>
  )
}
