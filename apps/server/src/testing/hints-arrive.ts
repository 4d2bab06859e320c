import type { Database } from '../platform/db/database.ts'

/**
 * Resolves when hints on every channel listened to so far arrive. A server's listening connection is made in the
 * background, and what is sent before it listens is lost (polls stand behind that; a test has none).
 */
export async function hintsArrive(db: Database): Promise<void> {
  let received = false
  const off = db.onNotify('test_probe', () => {
    received = true
  })
  while (!received) await db.transaction((tx) => db.notify(tx, 'test_probe', ''))
  off()
}
