import { keyframes, styled } from '@mui/material/styles'
import { useRouterState } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'

const run = keyframes({ from: { transform: 'scaleX(0)' }, to: { transform: 'scaleX(.9)' } })

const Bar = styled('div')(({ theme }) => ({
  position: 'fixed',
  insetInline: 0,
  top: 0,
  height: 3,
  zIndex: 2000,
  transformOrigin: 'left',
  backgroundColor: theme.vars.palette.primary.main,
  animation: `${run} 8s cubic-bezier(0, .7, .1, 1) forwards`,
}))

/** Runs while a route is being changed. */
export function RouteProgress() {
  const { t } = useTranslation()
  const pending = useRouterState({ select: (state) => state.status === 'pending' })
  return pending ? <Bar role="progressbar" aria-label={t('app.loading')} /> : null
}
