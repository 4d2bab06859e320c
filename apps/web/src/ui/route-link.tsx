import Link from '@mui/material/Link'
import { createLink } from '@tanstack/react-router'

/** A link to a page of the site, with the looks of any other link. */
export const RouteLink = createLink(Link)
