import type { Module } from '../../platform/module.ts'
import type { Platform } from '../../platform/platform.ts'
import type { Networks } from '../networks/networks.public.ts'
import { presentIdentities } from '../watch/watch.public.ts'
import { createAvatarsLog } from './avatars-log.ts'
import { addAvatarsRoutes } from './avatars.routes.ts'
import { createKeybase } from './keybase.ts'
import { createKnownAvatars, type KnownAvatars } from './known-avatars.ts'
import { createKnownAvatarsLoop } from './known-avatars.loop.ts'
import { createLookUp } from './look-up.ts'
import { createLookUpLoop } from './look-up.loop.ts'

type AvatarsPlatform = Pick<Platform, 'db' | 'clock' | 'fetch' | 'log' | 'metrics' | 'createLoop'>

export interface Avatars {
  module: Module
  /** Address of the picture of an identity; null: none is known. */
  of: KnownAvatars['of']
}

/** Pictures of validators: fetched from keybase by whoever watches, kept in the database, served by us. */
export function createAvatars(platform: AvatarsPlatform, networks: Pick<Networks, 'all'>): Avatars {
  const { db, clock, fetch, log, metrics, createLoop } = platform
  const known = createKnownAvatars(db)
  const asked = networks.all().filter(({ rpc, keybase }) => rpc.length > 0 && keybase)
  const ids = asked.map(({ blockchain_id }) => blockchain_id)
  const lookUp = createLookUp({
    db,
    keybase: createKeybase({ fetch, clock }),
    identities: () => presentIdentities(db.orm, ids),
    log: createAvatarsLog(log, metrics),
  })
  // Where nobody is asked about, as in the demo, there is nothing to do at all.
  const loops: NonNullable<Module['loops']> =
    ids.length === 0
      ? []
      : [
          { role: 'web', loop: createKnownAvatarsLoop(createLoop, known) },
          { role: 'watch', loop: createLookUpLoop(createLoop, lookUp) },
        ]
  return {
    of: known.of,
    module: {
      name: 'avatars',
      routes: (server) => addAvatarsRoutes(server, db),
      loops,
      start: () => (ids.length === 0 ? Promise.resolve() : known.refresh()),
    },
  }
}
