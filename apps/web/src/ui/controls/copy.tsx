import ContentCopyRounded from '@mui/icons-material/ContentCopyRounded'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import IconButton from '@mui/material/IconButton'
import Typography from '@mui/material/Typography'
import { useCallback } from 'react'
import { useTranslation } from '../../i18n/use-translation.ts'
import { showSuccess, showError } from '../toast.ts'
import { styled } from '../theme/styled.tsx'

/** Copies a text and says so, or that the browser did not let it. */
export function useCopy(): (text: string) => void {
  const { t } = useTranslation()
  return useCallback(
    (text) =>
      void write(text).then(
        () => showSuccess(t('list.copied')),
        () => showError(t('list.notCopied')),
      ),
    [t],
  )
}

/** On a page that came by plain http browsers have no clipboard at all, which throws at once: here it is a refusal too. */
async function write(text: string): Promise<void> {
  await navigator.clipboard.writeText(text)
}

interface CopyButtonProps {
  text: string
  label: string
  /** -1 where it can be copied elsewhere by keyboard. */
  tabIndex?: 0 | -1
}

/** Copies a text that is too long to be shown. */
export function CopyButton({ text, label, tabIndex = 0 }: CopyButtonProps) {
  const copy = useCopy()
  return (
    <IconButton
      aria-label={label}
      tabIndex={tabIndex}
      title={label}
      onClick={() => copy(text)}
      sx={{
        width: 28,
        height: 28,
        borderRadius: '6px',
        color: 'text.secondary',
        '@media (pointer: coarse)': { width: 40, height: 40 },
      }}
    >
      <ContentCopyRounded sx={{ fontSize: 16 }} />
    </IconButton>
  )
}

interface CopiedAddressProps {
  /** In full: for the tooltip and the clipboard. */
  address: string
  short: string
  /** What the button does. */
  label: string
}

/** An address, shortened, with a button that copies all of it. */
export function CopiedAddress({ address, short, label }: CopiedAddressProps) {
  return (
    <Box sx={{ display: 'inline-flex', alignItems: 'center', gap: 1, minWidth: 0 }}>
      <Typography variant="mono" component="span" color="textSecondary" dir="ltr" title={address}>
        {short}
      </Typography>
      <CopyButton text={address} label={label} />
    </Box>
  )
}

interface CodeBlockProps {
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
export function CodeBlock({ title, code }: CodeBlockProps) {
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
