import DarkModeOutlined from '@mui/icons-material/DarkModeOutlined'
import LightModeOutlined from '@mui/icons-material/LightModeOutlined'
import IconButton from '@mui/material/IconButton'
import { styled } from '@mui/material/styles'
import { useTranslation } from 'react-i18next'

/** By the page's own scheme and not by what is drawn, so that the first view has the right one (index.html). */
const OfScheme = styled('span')({
  display: 'contents',
  'html[data-scheme="dark"] &[data-of="light"], html[data-scheme="light"] &[data-of="dark"]': {
    display: 'none',
  },
})

interface Props {
  scheme: 'light' | 'dark'
  onChange: (scheme: 'light' | 'dark') => void
}

export function ModeToggle({ scheme, onChange }: Props) {
  const { t } = useTranslation()
  const label = scheme === 'light' ? t('bar.toDark') : t('bar.toLight')
  return (
    <IconButton
      title={label}
      aria-label={label}
      onClick={() => onChange(scheme === 'light' ? 'dark' : 'light')}
    >
      <OfScheme data-of="light">
        <DarkModeOutlined sx={{ fontSize: 20 }} />
      </OfScheme>
      <OfScheme data-of="dark">
        <LightModeOutlined sx={{ fontSize: 20 }} />
      </OfScheme>
    </IconButton>
  )
}
