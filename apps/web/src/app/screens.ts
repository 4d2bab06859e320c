import { lazyRouteComponent } from '@tanstack/react-router'
import type { FunctionComponent } from 'react'
import { ErrorPage } from './error-page.tsx'
import { NotFoundPage } from './not-found-page.tsx'

type Load = () => Promise<Record<string, unknown>>

/** Every screen by its file; those of faults belong to the program, because what is broken may be the way to a file. */
const files: Record<string, Load> = {
  ...import.meta.glob<Record<string, unknown>>('../features/*/*-page.tsx'),
  '../app/error-page.tsx': () => Promise.resolve({ ErrorPage }),
  '../app/not-found-page.tsx': () => Promise.resolve({ NotFoundPage }),
}

/**
 * The component of a screen, loaded when it is first needed.
 *
 * @param screen file below src/: `features/accounts/sign-in-page.tsx` exports SignInPage
 */
export function componentOf(screen: string) {
  const load = files[`../${screen}`]
  if (load === undefined) throw new Error(`There is no screen ${screen}.`)
  const name = nameOf(screen)
  return lazyRouteComponent(async () => {
    const component = (await load())[name]
    if (typeof component !== 'function') throw new Error(`${screen} exports no ${name}.`)
    return { default: component as FunctionComponent }
  })
}

function nameOf(screen: string): string {
  const words = screen.slice(screen.lastIndexOf('/') + 1, -'.tsx'.length).split('-')
  return words.map((word) => word.slice(0, 1).toUpperCase() + word.slice(1)).join('')
}
