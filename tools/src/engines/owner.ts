import { spawnSync } from 'node:child_process'
import { lchownSync, readdirSync } from 'node:fs'
import path from 'node:path'

/** A user of the system, by numbers. */
export interface Owner {
  uid: number
  gid: number
}

/** `postgres` where there is one, else `nobody`. */
export function unprivilegedUser(): Owner | undefined {
  for (const name of ['postgres', 'nobody']) {
    const [uid, gid] = ['-u', '-g'].map((flag) => spawnSync('id', [flag, name], { encoding: 'utf8' }))
    if (uid?.status === 0 && gid?.status === 0) return { uid: Number(uid.stdout), gid: Number(gid.stdout) }
  }
  return undefined
}

/** Gives a folder and all in it to a user. */
export function chownTree(folder: string, owner: Owner): void {
  lchownSync(folder, owner.uid, owner.gid)
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    const name = path.join(folder, entry.name)
    if (entry.isDirectory()) chownTree(name, owner)
    else lchownSync(name, owner.uid, owner.gid)
  }
}
