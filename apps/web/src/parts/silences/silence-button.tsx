import NotificationsPausedOutlined from '@mui/icons-material/NotificationsPausedOutlined'
import Typography from '@mui/material/Typography'
import { lazy, Suspense, useState } from 'react'
import { currentSilence, type SilenceTarget, useSilences } from '../../data/alerts/mutes/silences.ts'
import { useNow } from '../../data/services/services.ts'
import { useFormats } from '../../i18n/formats.ts'
import { useTranslation } from '../../i18n/use-translation.ts'
import { MenuItem } from '../../ui/controls/menu.tsx'
import { HeadButton } from '../../ui/page/page-head.tsx'

const LateDialog = lazy(() => import('./silence-dialog.tsx'))

interface DialogProps {
  /** What the dialog begins with; another may be chosen. */
  target: SilenceTarget
  /** Whose it begins with; null: the user's own. */
  teamId?: number | null
  onClose: () => void
}

/** The dialog for planned work, loaded when it is opened. */
export function SilenceDialog(props: DialogProps) {
  return (
    <Suspense fallback={null}>
      <LateDialog {...props} />
    </Suspense>
  )
}

/** What opens the dialog for planned work. */
export function PlanButton({ narrow = false, onClick }: { narrow?: boolean; onClick: () => void }) {
  const { t } = useTranslation()
  return (
    <HeadButton
      narrow={narrow}
      icon={<NotificationsPausedOutlined />}
      text={t('silence.open')}
      aria-haspopup="dialog"
      onClick={onClick}
    />
  )
}

/** Leads to a silence for planned work. */
export function SilenceButton({ target }: Pick<DialogProps, 'target'>) {
  const [open, setOpen] = useState(false)
  return (
    <>
      <PlanButton onClick={() => setOpen(true)} />
      {open ? <SilenceDialog target={target} onClose={() => setOpen(false)} /> : null}
    </>
  )
}

interface ItemProps {
  target: SilenceTarget
  /** Opens the dialog; the menu is gone then. */
  onOpen: () => void
}

/** Leads there from the menu of a row, and says whether its alerts are held back now. */
export function SilenceItem({ target, onOpen }: ItemProps) {
  const { t } = useTranslation()
  const formats = useFormats()
  const { known } = useSilences()
  const now = useNow()
  const silence = currentSilence(known, target, now)
  return (
    <MenuItem aria-haspopup="dialog" onClick={onOpen}>
      <NotificationsPausedOutlined sx={{ fontSize: 18, color: 'text.secondary' }} />
      <span>
        {t('silence.open')}
        {silence ? (
          <Typography variant="caption" component="span" color="textSecondary" sx={{ display: 'block' }}>
            {t('silence.until', { time: formats.shortTime(silence.to, now) })}
          </Typography>
        ) : null}
      </span>
    </MenuItem>
  )
}
