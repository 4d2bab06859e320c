import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import IconButton from '@mui/material/IconButton'
import Typography from '@mui/material/Typography'
import type { ComponentProps, ReactNode } from 'react'
import { slimHeight } from './slim-alert.tsx'

interface PlainPageProps {
  title: string
  children: ReactNode
}

/** A title and what stands under it. */
export function PlainPage({ title, children }: PlainPageProps) {
  return (
    <>
      <Typography data-page-head="" variant="h4" component="h1" sx={{ mb: 5 }}>
        {title}
      </Typography>
      {children}
    </>
  )
}

/** What can be done with all that a page shows. */
export interface PageAction {
  key: string
  icon: ReactNode
  text: string
  run: () => void
  /** Of what is on or off. */
  isOn?: boolean
  /** It was begun and is not done. */
  isUnderWay?: boolean
}

interface HeadButtonProps
  extends Omit<ComponentProps<typeof Button>, 'children' | 'size' | 'startIcon' | 'color'> {
  icon: ReactNode
  text: string
  narrow: boolean
}

/** One of them: on a narrow screen a picture with a name. */
export function HeadButton({ icon, text, narrow, endIcon, loading = false, ...rest }: HeadButtonProps) {
  if (narrow) {
    const { variant: _variant, ...plain } = rest
    return (
      <IconButton aria-label={text} title={text} {...plain}>
        {icon}
      </IconButton>
    )
  }
  return (
    <Button size="small" startIcon={icon} endIcon={endIcon} loading={loading} {...rest}>
      {text}
    </Button>
  )
}

interface ActionsHeadProps {
  title: string
  /** A few words beside the title. */
  beside?: ReactNode
  narrow: boolean
  /** Why what is shown is not of this moment. */
  notice: ReactNode
  actions: readonly PageAction[]
}

/** Title and actions; on a narrow screen the actions are pictures with names. */
export function ActionsHead({ title, beside = null, narrow, notice, actions }: ActionsHeadProps) {
  return (
    <>
      <Box
        data-page-head=""
        sx={{
          display: 'flex',
          flexWrap: 'wrap',
          alignItems: 'center',
          gap: narrow ? 1 : 3,
          minHeight: slimHeight,
          mb: { xs: 2, md: 4 },
        }}
      >
        <Box
          sx={{
            display: 'flex',
            flexWrap: 'wrap',
            alignItems: 'baseline',
            columnGap: 2,
            flex: 'none',
            maxWidth: '100%',
            marginInlineEnd: 'auto',
          }}
        >
          <Typography variant="h4" component="h1">
            {title}
          </Typography>
          {beside}
        </Box>
        {narrow ? null : <Box sx={{ flex: '1 1 0', minWidth: 0, display: 'grid' }}>{notice}</Box>}
        <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: narrow ? 1 : 2 }}>
          {actions.map(({ key, icon, text, run, isOn, isUnderWay = false }) => (
            <HeadButton
              key={key}
              narrow={narrow}
              icon={icon}
              text={text}
              onClick={run}
              loading={isUnderWay}
              {...(isOn === undefined ? {} : { 'aria-pressed': isOn })}
            />
          ))}
        </Box>
      </Box>
      {narrow && notice ? <Box sx={{ mb: 2, display: 'grid' }}>{notice}</Box> : null}
    </>
  )
}
