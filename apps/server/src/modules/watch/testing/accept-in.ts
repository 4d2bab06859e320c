import { acceptCommand } from '../checking/accept.command.ts'
import type { Database } from '../../../platform/db/database.ts'
import { openEpoch } from '../recording/epoch.store.ts'
import { networkId, type SimRig } from './sim-rig.ts'

/** Says `network accept <id>` beside a rig; gives the exit code and all it printed. */
export async function acceptIn(rig: SimRig, id: string): Promise<{ code: number; text: string }> {
  const lines: string[] = []
  const command = acceptCommand(rig.database.db, {
    byId: (asked) => (asked === networkId ? rig.network : null),
  })
  const print = (line: string) => void lines.push(line)
  const code = await command.run([id], { print, complain: print })
  return { code, text: lines.join('\n') }
}

/** Closes a network's epoch and opens the next one, with a chain that nothing is known of. */
export async function openNextEpoch(db: Database, networkId: number, chainId: string): Promise<void> {
  await db.transaction((tx) => openEpoch(tx, { networkId, chainId, now: 1 }))
}
