import * as z from 'zod/mini'
import { StartError } from '../../platform/start-error.ts'
import { Catalogue } from './catalogue.ts'

/** How many mistakes one message names. */
const shownIssues = 10

/**
 * Reads the text of a catalogue file.
 * @throws StartError that names the file and, for each mistake, its JSON path
 */
export function readCatalogue(file: { path: string; text: string }): Catalogue {
  const answer = z.safeParse(Catalogue, parse(file))
  if (answer.success) return answer.data
  const issues = answer.error.issues.map((issue) => `  ${pathOf(issue)}: ${issue.message}`)
  const rest = issues.length > shownIssues ? [`  and ${issues.length - shownIssues} more`] : []
  const lines = [...issues.slice(0, shownIssues), ...rest]
  throw new StartError(`The catalogue of networks ${file.path} cannot be used:\n${lines.join('\n')}`)
}

function parse({ path, text }: { path: string; text: string }): unknown {
  try {
    return JSON.parse(text)
  } catch (error) {
    const reason = error instanceof Error ? error.message : 'unreadable'
    throw new StartError(`The catalogue of networks ${path} is not JSON: ${reason}`)
  }
}

function pathOf(issue: z.core.$ZodIssue): string {
  const keys = issue.code === 'unrecognized_keys' ? [...issue.path, issue.keys[0] ?? ''] : issue.path
  return keys.reduce<string>(
    (path, key) => (typeof key === 'number' ? `${path}[${key}]` : `${path}${path && '.'}${String(key)}`),
    '',
  )
}
