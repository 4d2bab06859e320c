/** Fields of a form by name, as they stand in it. */
export type Draft = Readonly<Record<string, string>>

/**
 * What people typed and did not send yet, for the time that their session is lost and found again. In memory only, and
 * never a password or a code.
 */
export interface Drafts {
  read(form: string): Draft | undefined
  write(form: string, draft: Draft): void
  drop(form: string): void
  clear(): void
}

export function createDrafts(): Drafts {
  const drafts = new Map<string, Draft>()
  return {
    read: (form) => drafts.get(form),
    write: (form, draft) => void drafts.set(form, draft),
    drop: (form) => void drafts.delete(form),
    clear: () => drafts.clear(),
  }
}
