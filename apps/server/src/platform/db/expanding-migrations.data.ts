/** Files of migrations that only add and do not begin with `-- expand`: what is committed is never changed. */
export const expandingUnsaid: ReadonlySet<string> = new Set(['0061-notifications-webhook-secrets.sql'])
