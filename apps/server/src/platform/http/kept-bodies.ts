import type { KeptBody } from './send-json.ts'

/** What is answered with a body that is made once and sent to everybody who may read it. */
export interface KeptAnswer<B> {
  body: B
  kept: KeptBody
}

/** Answers by what they are of, as many as there is room for. */
export interface KeptBodies<B> {
  /** The answer of a key: the one that is there, else the one that `make` gives; who asks meanwhile waits for the same. */
  of(key: string, make: () => Promise<KeptAnswer<B>>): Promise<KeptAnswer<B>>
}

interface Entry<B> {
  answer: Promise<KeptAnswer<B>>
  /** 0 until it is made. */
  bytes: number
}

/** Beside the bytes there are two compressed forms at most, and what they were made of. */
const formsOfBody = 3

/** @param room bytes of all bodies with their forms, about; of those that do not fit the one asked for longest ago goes */
export function createKeptBodies<B>(room: number): KeptBodies<B> {
  const answers = new Map<string, Entry<B>>()
  let used = 0

  function forget(key: string): void {
    used -= answers.get(key)?.bytes ?? 0
    answers.delete(key)
  }

  function makeRoom(): void {
    for (const [oldest] of answers) {
      if (used <= room) return
      forget(oldest)
    }
  }

  async function keep(key: string, entry: Entry<B>): Promise<void> {
    try {
      const { kept } = await entry.answer
      if (answers.get(key) !== entry) return
      entry.bytes = kept.bytes.length * formsOfBody
      used += entry.bytes
      makeRoom()
    } catch {
      // Whoever asked is told.
      if (answers.get(key) === entry) forget(key)
    }
  }

  return {
    of(key, make) {
      const known = answers.get(key)
      const entry = known ?? { answer: make(), bytes: 0 }
      answers.delete(key)
      answers.set(key, entry)
      if (!known) void keep(key, entry)
      return entry.answer
    },
  }
}
