import DarkModeOutlined from '@mui/icons-material/DarkModeOutlined'
import LightModeOutlined from '@mui/icons-material/LightModeOutlined'
import IconButton from '@mui/material/IconButton'
import { useTranslation } from 'react-i18next'

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
      {scheme === 'light' ? (
        <DarkModeOutlined sx={{ fontSize: 20 }} />
      ) : (
        <LightModeOutlined sx={{ fontSize: 20 }} />
      )}
    </IconButton>
  )
}
