/** Handlers of hints by channel, in this process. */
export interface Hints {
  on(channel: string, handler: (payload: string) => void): () => void
  tell(channel: string, payload: string): void
  channels(): string[]
}

/** @param onFirst called when a channel gets its first handler, to subscribe where that is needed. */
export function createHints(onFirst: (channel: string) => void = () => undefined): Hints {
  const handlers = new Map<string, Set<(payload: string) => void>>()
  return {
    on(channel, handler) {
      const known = handlers.get(channel)
      const set = known ?? new Set()
      set.add(handler)
      if (!known) {
        handlers.set(channel, set)
        onFirst(channel)
      }
      return () => void set.delete(handler)
    },
    tell(channel, payload) {
      for (const handler of [...(handlers.get(channel) ?? [])]) handler(payload)
    },
    channels: () => [...handlers.keys()],
  }
}
