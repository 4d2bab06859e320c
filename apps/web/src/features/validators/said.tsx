import CheckCircleOutlineRounded from '@mui/icons-material/CheckCircleOutlineRounded'
import { styled } from '@mui/material/styles'
import { useEffect } from 'react'
import { useServices } from '../../data/services.ts'

interface Props {
  text: string | null
  onDone: () => void
}

const Place = styled('div')(({ theme }) => ({
  position: 'fixed',
  top: 76,
  insetInlineEnd: 24,
  zIndex: theme.zIndex.snackbar,
  '& > div': {
    ...theme.typography.body1,
    display: 'flex',
    alignItems: 'center',
    gap: 10,
    padding: '10px 16px 10px 12px',
    borderRadius: 10,
    backgroundColor: theme.vars.palette.background.raised,
    border: `1px solid ${theme.vars.palette.dividerStrong}`,
    boxShadow: theme.vars.palette.shadow,
    '& svg': { fontSize: 20, color: theme.vars.palette.success.main },
  },
}))

const shownForMs = 6_000

/** A short word that something was done. Not a toast library: its styles would need an exception in the CSP. */
export function Said({ text, onDone }: Props) {
  const { clock } = useServices()
  useEffect(() => (text === null ? undefined : clock.after(shownForMs, onDone)), [text, onDone, clock])
  return (
    <Place role="status">
      {text === null ? null : (
        <div>
          <CheckCircleOutlineRounded aria-hidden />
          {text}
        </div>
      )}
    </Place>
  )
}
