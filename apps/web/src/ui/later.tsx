import Typography from '@mui/material/Typography'
import { type ComponentType, lazy, type ReactNode } from 'react'
import { useTranslation } from '../i18n/use-translation.ts'

/**
 * A part of a page that is fetched when it is first drawn. Where it cannot be had (the server is not reached, or the
 * page is older than an update of it), `otherwise` stands in its place, and the rest of the page goes on.
 */
export function later<P extends object>(
  load: () => Promise<ComponentType<P>>,
  otherwise: () => ReactNode = NotLoaded,
) {
  return lazy(async () => ({ default: await load().catch((): ComponentType<P> => otherwise) }))
}

/** Where something was asked for. */
function NotLoaded() {
  const { t } = useTranslation()
  return (
    <Typography variant="table" component="p" role="alert" sx={{ m: 0, p: 2 }}>
      {t('error.notLoaded')}
    </Typography>
  )
}

/** Where it is an offer that nobody asked for. */
export function Nothing() {
  return null
}
