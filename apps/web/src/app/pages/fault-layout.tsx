import Box from '@mui/material/Box'
import { createContext, type ReactNode, use } from 'react'
import { Brand } from '../../ui/brand.tsx'
import { NoticeBar } from './page-bars.tsx'
import { WindowTitle } from './window.tsx'
import { styled } from '../../ui/theme/styled.tsx'

/** Whether bar, notice and navigation already stand around what is drawn. */
export const InsideShell = createContext(false)

const Page = styled('div')({ display: 'flex', flexDirection: 'column', minHeight: '100dvh' })

interface Props {
  /** Of the window, where this is the whole page. */
  title: string
  children: ReactNode
}

/** The mark and one message, for pages that stand for a missing or broken one. Inside a shell only the message. */
export function FaultLayout({ title, children }: Props) {
  if (use(InsideShell)) return children
  return (
    <Page>
      <WindowTitle title={title} />
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
