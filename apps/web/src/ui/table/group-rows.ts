/** A line between rows that says what those below it have in common. */
export interface GroupHead {
  id: string
  group: string
}

export function isGroupHead(entry: object): entry is GroupHead {
  return 'group' in entry
}

/** Px of such a line, with letters of the usual size. */
export const groupHeight = 32

/** The rows without the lines between them. */
export function withoutHeads<R extends object>(entries: readonly (R | GroupHead)[]): R[] {
  return entries.filter((entry): entry is R => !isGroupHead(entry))
}
