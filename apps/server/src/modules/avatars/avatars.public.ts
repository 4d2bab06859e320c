import type { Database } from '../../platform/db/database.ts'
import type { HttpServer } from '../../platform/http/http-server.ts'
import { ProblemError } from '../../platform/http/problem-error.ts'
import { type CreateLoop, createLoopGroup, type Loop } from '../../platform/loop.ts'
import type { Platform } from '../../platform/platform.ts'
import type { Module } from '../../platform/process/module.ts'
import type { CatalogueNetwork, Networks } from '../networks/networks.public.ts'
import { presentIdentities } from '../watch/watch.public.ts'
import { findPicture, knownDigests } from './avatar.store.ts'
import { createKeybase, keySuffixOf } from './keybase.ts'
import { createAvatarsLog, createLookUp, createLookUpLoop } from './look-up.ts'

type AvatarsPlatform = Pick<Platform, 'db' | 'clock' | 'fetch' | 'log' | 'metrics' | 'createLoop' | 'load'>

interface Avatars {
  module: Module
  /** Address of the picture of an identity; null: none is known. */
  of: KnownAvatars['of']
}

/** Pictures of validators: fetched from keybase by whoever watches, kept in the database, served by us. */
export function createAvatars(
  platform: AvatarsPlatform,
  networks: Pick<Networks, 'all' | 'onChange'>,
): Avatars {
  const { db, clock, fetch, log, metrics, createLoop, load } = platform
  const known = createKnownAvatars(db)
  const isAsked = ({ rpc, keybase }: CatalogueNetwork) => rpc.length > 0 && keybase
  const ids = () => networks.all().flatMap((one) => (isAsked(one) ? [one.blockchain_id] : []))
  const lookUp = createLookUp({
    db,
    keybase: createKeybase(fetch, clock),
    identities: () => presentIdentities(db.orm, ids()),
    log: createAvatarsLog(log, metrics),
  })
  const showing = createLoopGroup('avatars/known')
  const asking = createLoopGroup('avatars')
  /** Where nobody is asked about, as in the demo, there is nothing to do at all. */
  let isIdle = true
  async function apply(): Promise<void> {
    if (isIdle === (ids().length === 0)) return
    isIdle = !isIdle
    await showing.replace(0, isIdle ? null : () => createKnownAvatarsLoop(createLoop, known))
    await asking.replace(0, isIdle ? null : () => createLookUpLoop(createLoop, lookUp, load))
  }
  networks.onChange({ apply })
  return {
    of: known.of,
    module: {
      name: 'avatars',
      routes: (server) => addAvatarsRoutes(server, db),
      loops: [
        { role: 'web', loop: showing },
        { role: 'watch', loop: asking },
      ],
      async start() {
        await apply()
        if (!isIdle) await known.refresh()
      },
    },
  }
}

/** Pictures of validators by the digest of what they show (W115). */
function addAvatarsRoutes(server: HttpServer, { orm }: Pick<Database, 'orm'>): void {
  server.add('validatorAvatar', async ({ params }, { reply }) => {
    const webp = await findPicture(orm, params.digest)
    if (!webp) throw new ProblemError('not_found')
    // Who is signed in may see it, and what is behind a session no shared cache keeps.
    await reply.header('cache-control', 'private, max-age=31536000, immutable').type('image/webp').send(webp)
    return undefined
  })
}

/** Where the picture of an identity is served, as this process knows it. */
interface KnownAvatars {
  /** null: there is none. */
  of(identity: string | null): string | null
  refresh(): Promise<void>
}

function createKnownAvatars({ orm }: Pick<Database, 'orm'>): KnownAvatars {
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
function createKnownAvatarsLoop(createLoop: CreateLoop, known: KnownAvatars): Loop {
  return createLoop({ name: 'avatars/known', everyMs: 30_000, pass: () => known.refresh() })
}
