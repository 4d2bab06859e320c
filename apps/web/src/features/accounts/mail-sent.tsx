import MailOutlined from '@mui/icons-material/MailOutlined'
import Button from '@mui/material/Button'
import { useTranslation } from 'react-i18next'
import { EmptyState } from '../../ui/empty-state.tsx'

interface Props {
  email: string
  onAgain: () => void
}

/** The same whether or not the address is taken: only its owner learns which. */
export function MailSent({ email, onAgain }: Props) {
  const { t } = useTranslation()
  return (
    <EmptyState
      icon={MailOutlined}
      tone="info"
      title={t('account.lookIntoMail')}
      heading="h1"
      actions={<Button onClick={onAgain}>{t('account.otherAddress')}</Button>}
    >
      {t('account.mailSent', { email })}
    </EmptyState>
  )
}
