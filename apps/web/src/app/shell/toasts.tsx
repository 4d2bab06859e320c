import CheckCircleOutlineRounded from '@mui/icons-material/CheckCircleOutlineRounded'
import CloseRounded from '@mui/icons-material/CloseRounded'
import ErrorOutlineRounded from '@mui/icons-material/ErrorOutlineRounded'
import Button from '@mui/material/Button'
import IconButton from '@mui/material/IconButton'
import { styled } from '@mui/material/styles'
import { resolveValue, toast, useToaster } from 'react-hot-toast/headless'
import { useTranslation } from 'react-i18next'
import { useSettings } from '../../data/use-settings.ts'
import { offerOf } from '../../ui/say.ts'

/** The library's own looks would write styles past the CSP, so only its queue and clock are used. */
const options = { duration: 6_000, error: { duration: Number.POSITIVE_INFINITY } }

const Toast = styled('div')(({ theme }) => ({
  ...theme.typography.body1,
  display: 'flex',
  alignItems: 'center',
  gap: 10,
  maxWidth: 420,
  padding: '6px 8px 6px 12px',
  borderRadius: 10,
  pointerEvents: 'auto',
  color: theme.vars.palette.text.primary,
  backgroundColor: theme.vars.palette.background.raised,
  border: `1px solid ${theme.vars.palette.dividerStrong}`,
  boxShadow: theme.vars.palette.shadow,
  '& > svg': { fontSize: 20, flex: 'none', color: theme.vars.palette.success.main },
  '&[data-wrong] > svg': { color: theme.vars.palette.error.main },
}))

/** Short words about what was just done. They wait while the pointer or the keyboard is on them. */
export default function Toasts() {
  const { t } = useTranslation('shell')
  const { direction } = useSettings()
  const { toasts, handlers } = useToaster(options)
  const close = (id: string) => {
    toast.dismiss(id)
    // It goes from under the pointer, which then never leaves it.
    handlers.endPause()
  }
  return (
    <>
      {toasts
        .filter(({ visible }) => visible)
        .map((one) => (
          <Toast
            key={one.id}
            dir={direction}
            {...(one.type === 'error' ? { 'data-wrong': '' } : {})}
            onMouseEnter={handlers.startPause}
            onMouseLeave={handlers.endPause}
            onFocus={handlers.startPause}
            onBlur={handlers.endPause}
          >
            {one.icon ??
              (one.type === 'error' ? (
                <ErrorOutlineRounded aria-hidden />
              ) : (
                <CheckCircleOutlineRounded aria-hidden />
              ))}
            <span>{resolveValue(one.message, one)}</span>
            <Undo offer={offerOf(one.id)} onDone={() => close(one.id)} />
            <IconButton size="small" aria-label={t('appearance.close')} onClick={() => close(one.id)}>
              <CloseRounded sx={{ fontSize: 18 }} />
            </IconButton>
          </Toast>
        ))}
    </>
  )
}

interface UndoProps {
  offer: ReturnType<typeof offerOf>
  onDone: () => void
}

function Undo({ offer, onDone }: UndoProps) {
  if (!offer) return null
  return (
    <Button
      variant="text"
      size="small"
      onClick={() => {
        offer.run()
        onDone()
      }}
    >
      {offer.label}
    </Button>
  )
}
