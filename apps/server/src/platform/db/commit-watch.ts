/** Whether what was read once may have changed since, for a database that this process alone writes. */
export interface CommitWatch {
  /**
   * Gives a number that is another one after each commit of a statement that `touches` says yes to, from before the
   * one who committed it is answered.
   */
  watch(touches: (statement: string) => boolean): () => number
  /** Looks at frontend messages that are on their way; gives what to call with their answer. */
  sent(messages: Buffer): (answer: { isCommit: boolean }) => void
  /** What was under way may be committed, or not. */
  lost(): void
}

interface Watcher {
  touches(statement: string): boolean
  /** One was answered, and no commit since. */
  isOpen: boolean
  changes: number
}

/** All statements have to pass it, one batch of messages after the other. */
export function createCommitWatch(): CommitWatch {
  const watchers: Watcher[] = []

  function countChange(watcher: Watcher): void {
    watcher.isOpen = false
    watcher.changes += 1
  }

  return {
    watch(touches) {
      const watcher = { touches, isOpen: false, changes: 0 }
      watchers.push(watcher)
      return () => watcher.changes
    },
    sent(messages) {
      const statements = watchers.length === 0 ? [] : statementsOf(messages)
      const touched = watchers.filter(({ touches }) => statements.some(touches))
      return ({ isCommit }) => {
        for (const watcher of touched) watcher.isOpen = true
        if (isCommit) for (const watcher of watchers) if (watcher.isOpen) countChange(watcher)
      }
    },
    lost: () => watchers.forEach(countChange),
  }
}

const [query, parse] = ['Q', 'P'].map((type) => type.charCodeAt(0))

/** The text of each statement in frontend messages; a named one that is run again has none. */
function statementsOf(messages: Buffer): string[] {
  const statements: string[] = []
  for (let at = 0; at + 5 <= messages.length; ) {
    const type = messages[at]
    const body = at + 5
    at += 1 + messages.readUInt32BE(at + 1)
    // Parse has the statement's name before it; both end with a zero.
    const from = type === parse ? messages.indexOf(0, body) + 1 : body
    if (type === parse || type === query)
      statements.push(messages.toString('latin1', from, messages.indexOf(0, from)))
  }
  return statements
}
