import Button from '@mui/material/Button'
import Typography from '@mui/material/Typography'
import type { TypographyProps } from '@mui/material/Typography'
import { styled } from '@mui/material/styles'
import { createLink } from '@tanstack/react-router'
import type { ComponentProps } from 'react'

/** A link to a page of the site that looks like a button. */
export const RouteButton = createLink(Button)

type Props = ComponentProps<'a'> & Pick<TypographyProps, 'variant'>

const Anchor = styled(Typography)(({ theme }) => ({
  color: theme.vars.palette.accent.text,
  fontWeight: 500,
  textDecoration: 'none',
  '&:hover': { textDecoration: 'underline' },
})) as typeof Typography

/** A link to a page of the site, styled as any other link. */
export const RouteLink = createLink(({ variant = 'inherit', ...anchor }: Props) => (
  <Anchor component="a" variant={variant} {...anchor} />
))
