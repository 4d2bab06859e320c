import type { SvgIconComponent } from '@mui/icons-material'
import Paper from '@mui/material/Paper'
import { EmptyState } from './empty-state.tsx'
import { PlainPage } from './plain-page.tsx'

interface Props {
  title: string
  icon: SvgIconComponent
  /** What there is none of. */
  none: string
  /** What will be here, in one sentence. */
  children: string
}

/** A page on which there is nothing yet. */
export function EmptyPage({ title, icon, none, children }: Props) {
  return (
    <PlainPage title={title}>
      <Paper variant="outlined">
        <EmptyState icon={icon} title={none}>
          {children}
        </EmptyState>
      </Paper>
    </PlainPage>
  )
}
