import type { Database } from '../../platform/db/database.ts'
import type { CreateLoop, Loop } from '../../platform/loop.ts'
import { knownDigests } from './avatar.store.ts'
import { keySuffixOf } from './keybase.ts'

/** Where the picture of an identity is served, as this process knows it. */
export interface KnownAvatars {
  /** null: there is none. */
  of(identity: string | null): string | null
  refresh(): Promise<void>
}

export function createKnownAvatars({ orm }: Pick<Database, 'orm'>): KnownAvatars {
  let digests: ReadonlyMap<string, string> = new Map()
  return {
    of(identity) {
      if (digests.size === 0) return null
      const keySuffix = keySuffixOf(identity)
      const digest = keySuffix === null ? undefined : digests.get(keySuffix)
      return digest === undefined ? null : `/api/blockchains/avatars/${digest}/`
    },
    async refresh() {
      digests = await knownDigests(orm)
    },
  }
}

/** Keeps a process that serves pages up to date with the pictures that are there: nobody waits for one. */
export function createKnownAvatarsLoop(createLoop: CreateLoop, known: KnownAvatars): Loop {
  return createLoop({ name: 'avatars/known', everyMs: 30_000, pass: () => known.refresh() })
}
