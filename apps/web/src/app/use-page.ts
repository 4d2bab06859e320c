import { useMatches } from '@tanstack/react-router'
import type { PageRules } from './page-route.ts'

/** The rules of the page that is open. */
export function usePage(): PageRules | undefined {
  return useMatches({ select: (matches) => matches.at(-1)?.staticData.page })
}
