import Box from '@mui/material/Box'
import { styled } from '@mui/material/styles'
import type { ReactNode } from 'react'
import { Brand } from '../ui/brand.tsx'
import { NoticeBar } from './notice-bar.tsx'

const Page = styled('div')({ display: 'flex', flexDirection: 'column', minHeight: '100dvh' })

/** The mark and one message, without a shell: for pages that stand for a missing or broken one. */
export function FaultLayout({ children }: { children: ReactNode }) {
  return (
    <Page>
      <NoticeBar />
      <Box
        component="main"
        sx={{ flex: 1, display: 'grid', placeContent: 'center', justifyItems: 'center', pb: 16 }}
      >
        <Brand />
        {children}
      </Box>
    </Page>
  )
}
