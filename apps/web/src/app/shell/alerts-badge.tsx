import { useTranslation } from 'react-i18next'
import { needsAcknowledgement } from '../../data/alert-history/alert-needs.ts'
import { useAlertHistory } from '../../data/alert-history/use-alert-history.ts'
import { VisuallyHidden } from '../../ui/visually-hidden.ts'
import { NavBadge } from './nav-parts.ts'

/** Beyond it nobody counts any more. */
const most = 99

/** How many of the newest alerts nobody has said to have seen; nothing for none, and while it is not known. */
export default function AlertsBadge() {
  const { t } = useTranslation('history')
  const count = useAlertHistory().known?.filter(needsAcknowledgement).length ?? 0
  if (count === 0) return null
  return (
    <>
      {/* Between the words of the entry and these, for who listens. */}{' '}
      <NavBadge>
        {count > most ? `${most}+` : count} <VisuallyHidden>{t('badge.waiting')}</VisuallyHidden>
      </NavBadge>
    </>
  )
}
