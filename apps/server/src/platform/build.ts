/** Which program this is. */
interface Build {
  version: string
  /** Twelve digits of the commit that it was built from, with `-dirty` where files differed from it; null: not known. */
  commit: string | null
  /** ISO time of that commit, so that the same source gives the same bytes; null: not known. */
  built_at: string | null
}

/** Written in by the build; running from the source there is none. */
declare const __BUILD__: Build | undefined

export const build: Build =
  typeof __BUILD__ === 'undefined' ? { version: 'source', commit: null, built_at: null } : __BUILD__

/** `Roundsman 0.1.0 (e36cb619abcd, 2026-11-25T22:10:31Z)`. */
export function buildLine({ version, commit, built_at: builtAt }: Build): string {
  const about = [commit, builtAt].filter((part) => part !== null)
  return about.length === 0 ? `Roundsman ${version}` : `Roundsman ${version} (${about.join(', ')})`
}
