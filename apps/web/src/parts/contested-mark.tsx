import WarningAmberRounded from '@mui/icons-material/WarningAmberRounded'
import { useTranslation } from 'react-i18next'
import { StateMark } from '../ui/state-mark.tsx'

/** Somebody else claims the peer id of a bridge. */
export function ContestedMark() {
  const { t } = useTranslation('bridges')
  return (
    <StateMark icon={WarningAmberRounded} tone="warning" look="chip" full={t('contestedFull')}>
      {t('contested')}
    </StateMark>
  )
}
