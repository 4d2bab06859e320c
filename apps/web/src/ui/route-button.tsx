import Button from '@mui/material/Button'
import { createLink } from '@tanstack/react-router'

/** A link to a page of the site that looks like a button. */
export const RouteButton = createLink(Button)
