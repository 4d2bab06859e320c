import ContentCopyRounded from '@mui/icons-material/ContentCopyRounded'
import IconButton from '@mui/material/IconButton'
import { useTranslation } from 'react-i18next'
import { say, sayWrong } from '../../ui/say.ts'

interface Props {
  text: string
  label: string
}

/** Copies a text that is too long to be shown. */
export function CopyButton({ text, label }: Props) {
  const { t } = useTranslation()
  const copy = () => {
    void navigator.clipboard.writeText(text).then(
      () => say(t('list.copied')),
      () => sayWrong(t('list.notCopied')),
    )
  }
  return (
    <IconButton
      aria-label={label}
      title={label}
      onClick={copy}
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
