import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
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

/** One of them: on a narrow screen a picture with its word below it (P1043). */
export function HeadButton({ icon, text, narrow, endIcon, loading = false, ...rest }: HeadButtonProps) {
  if (narrow) return <LabeledButton icon={icon} text={text} loading={loading} {...rest} />
  return (
    <Button size="small" startIcon={icon} endIcon={endIcon} loading={loading} {...rest}>
      {text}
    </Button>
  )
}

/** A picture with its word below it, as wide as the others. */
function LabeledButton({
  icon,
  text,
  loading = false,
  ...rest
}: Omit<HeadButtonProps, 'narrow' | 'endIcon'>) {
  return (
    <Button
      variant="text"
      size="small"
      startIcon={icon}
      loading={loading}
      {...rest}
      sx={{
        ...labeled,
        '& .MuiButton-startIcon': { m: 0 },
      }}
    >
      {text}
    </Button>
  )
}

const labeled = {
  flex: '1 1 auto',
  minWidth: 0,
  minHeight: 48,
  flexDirection: 'column',
  justifyContent: 'flex-start',
  gap: 0.5,
  px: 0.5,
  whiteSpace: 'normal',
  fontSize: '0.75rem',
  lineHeight: 1.2,
  textAlign: 'center',
  color: 'text.secondary',
} as const

interface ActionsHeadProps {
  title: string
  /** A few words beside the title. */
  beside?: ReactNode
  narrow: boolean
  /** Why what is shown is not of this moment. */
  notice: ReactNode
  actions: readonly PageAction[]
}

/** Title and actions; on a narrow screen the actions are pictures with their words below them (P1043); one or two have room beside the title. */
export function ActionsHead({ title, beside = null, narrow, notice, actions }: ActionsHeadProps) {
  const below = narrow && actions.length > 2
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
        <Box
          sx={
            below ? { display: 'flex', gap: 1, width: '100%' } : { display: 'flex', flexWrap: 'wrap', gap: 2 }
          }
        >
          {actions.map(({ key, icon, text, run, isOn, isUnderWay = false }) => {
            const button = {
              ...{ icon, text, onClick: run, loading: isUnderWay },
              ...(isOn === undefined ? {} : { 'aria-pressed': isOn }),
            }
            return below ? (
              <LabeledButton key={key} {...button} />
            ) : (
              <HeadButton key={key} narrow={false} {...button} />
            )
          })}
        </Box>
      </Box>
      {narrow && notice ? <Box sx={{ mb: 2, display: 'grid' }}>{notice}</Box> : null}
    </>
  )
}
