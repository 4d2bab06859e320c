import CloseRounded from '@mui/icons-material/CloseRounded'
import TuneRounded from '@mui/icons-material/TuneRounded'
import Box from '@mui/material/Box'
import IconButton from '@mui/material/IconButton'
import Typography from '@mui/material/Typography'
import { Suspense, useEffect, useId, useRef, useState } from 'react'
import { useTranslation } from '../../i18n/use-translation.ts'
import { later } from '../../ui/later.tsx'
import { styled } from '../../ui/theme/styled.tsx'

const AppearanceControls = later(
  async () => (await import('../../features/settings/appearance-controls.tsx')).AppearanceControls,
)

const Opener = styled('button')(({ theme }) => ({
  position: 'fixed',
  insetInlineEnd: 0,
  top: '50%',
  zIndex: theme.zIndex.fab,
  display: 'grid',
  placeItems: 'center',
  width: 24,
  height: 40,
  padding: 0,
  // Seen in forced colors only.
  border: '1px solid transparent',
  borderStartStartRadius: 8,
  borderEndStartRadius: 8,
  cursor: 'pointer',
  color: '#FFFFFF',
  backgroundColor: theme.vars.palette.accent.strong,
  '&:hover': { backgroundColor: theme.vars.palette.accent.strongHover },
  '& svg': { fontSize: 18 },
}))
const Panel = styled('section')(({ theme }) => ({
  position: 'fixed',
  insetBlock: 0,
  insetInlineEnd: 0,
  zIndex: theme.zIndex.modal,
  boxSizing: 'border-box',
  width: 400,
  maxWidth: '100vw',
  overflowY: 'auto',
  padding: '12px 24px 24px',
  color: theme.vars.palette.text.primary,
  backgroundColor: theme.vars.palette.background.paper,
  borderInlineStart: `1px solid ${theme.vars.palette.divider}`,
  boxShadow: theme.vars.palette.shadow,
}))

/** The panel of the appearance at the end side. No backdrop: what changes is seen behind it. */
export function Customizer() {
  const { t } = useTranslation('shell')
  const id = useId()
  const [open, setOpen] = useState(false)
  const panel = useRef<HTMLElement>(null)
  const opener = useRef<HTMLButtonElement>(null)
  useEffect(() => {
    if (open) panel.current?.focus()
  }, [open])
  const close = () => {
    setOpen(false)
    opener.current?.focus()
  }
  return (
    <aside aria-label={t('appearance.open')}>
      <Opener
        ref={opener}
        type="button"
        aria-label={t('appearance.open')}
        title={t('appearance.open')}
        aria-expanded={open}
        aria-controls={id}
        onClick={() => (open ? close() : setOpen(true))}
      >
        <TuneRounded aria-hidden />
      </Opener>
      {open ? (
        <Panel
          id={id}
          ref={panel}
          tabIndex={-1}
          aria-label={t('appearance.title')}
          onKeyDown={(event) => {
            if (event.key === 'Escape') close()
          }}
        >
          <Box sx={{ display: 'flex', alignItems: 'center', justifyContent: 'space-between', mb: 4 }}>
            <Typography variant="h6" component="h2">
              {t('appearance.title')}
            </Typography>
            <IconButton aria-label={t('appearance.close')} onClick={close}>
              <CloseRounded sx={{ fontSize: 20 }} />
            </IconButton>
          </Box>
          <Suspense fallback={null}>
            <AppearanceControls />
          </Suspense>
        </Panel>
      ) : null}
    </aside>
  )
}
