import { auditLimit } from '@roundsman/contract/accounts/audit'
import type { HttpServer } from '../../../platform/http/http-server.ts'
import type { AccountParts } from '../account-parts.ts'
import { auditEventsOf, auditEventView } from './audit-trail.ts'

/** What touched the security of the caller's account (A101). */
export function addAuditRoutes(server: HttpServer, { db }: Pick<AccountParts, 'db'>): void {
  server.add('auditTrail', async ({ query: { before, limit = auditLimit.usual } }, { caller }) => {
    const page = { before, limit: Math.min(limit, auditLimit.most) }
    const rows = await auditEventsOf(db.orm, caller.userId, page)
    return {
      status: 200,
      body: { events: rows.map(auditEventView) },
      headers: { 'cache-control': 'no-store' },
    }
  })
}
