import type { SvgIconComponent } from '@mui/icons-material'
import Box from '@mui/material/Box'
import Typography from '@mui/material/Typography'
import type { ReactNode } from 'react'
import { styled } from '../../../ui/theme/styled.tsx'

const Row = styled('li')(({ theme }) => ({
  display: 'grid',
  gridTemplateColumns: 'auto minmax(0, 1fr)',
  columnGap: 16,
  padding: '14px 0',
  borderTop: `1px solid ${theme.vars.palette.divider}`,
  '& > svg': { fontSize: 22, marginTop: 2, color: theme.vars.palette.text.secondary },
  '& > div': { display: 'grid', gap: 6, minWidth: 0 },
}))

interface Props {
  icon: SvgIconComponent
  title: ReactNode
  caption: ReactNode
  /** At the end of the row, or below where there is no room. */
  actions?: ReactNode
  /** Below the row: what is asked, and what failed. */
  children?: ReactNode
}

/** One team, member or invitation in its list. */
export function TeamRow({ icon: Icon, title, caption, actions, children }: Props) {
  return (
    <Row>
      <Icon aria-hidden />
      <div>
        <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: '6px 12px' }}>
          <Box sx={{ flex: '1 1 200px', minWidth: 0, overflowWrap: 'anywhere' }}>
            <Typography
              variant="subtitle2"
              component="h3"
              sx={{ m: 0, '& a': { display: 'inline-flex', alignItems: 'center', minHeight: 24 } }}
            >
              {title}
            </Typography>
            <Typography variant="caption" color="textSecondary" component="div">
              {caption}
            </Typography>
          </Box>
          {actions ? (
            <Box
              sx={{
                display: 'flex',
                flexWrap: 'wrap',
                alignItems: 'center',
                justifyContent: 'flex-end',
                gap: 1,
                minWidth: 0,
                marginInlineStart: 'auto',
              }}
            >
              {actions}
            </Box>
          ) : null}
        </Box>
        {children}
      </div>
    </Row>
  )
}
