import { parseArgs } from 'node:util'
import { Email, NewPassword } from '@roundsman/contract/accounts/users'
import type { AdminCommand, AdminTerminal, PersonalData } from '../../platform/process/module.ts'
import type { AccountParts } from './account-parts.ts'
import { type AuditRow, auditEventsOf, latestAuditEvents } from './audit/audit-trail.ts'
import { eraseAccount, exportAccount } from './profile/leaving.ts'
import { resetSecondFactor } from './second-factor/manage-factors.ts'
import { voidRegistrations } from './sign-in/registration.store.ts'
import type { UserRow } from './users/accounts.schema.ts'
import {
  addToGroup,
  emailKey,
  findUserByEmail,
  groupsOf,
  insertUser,
  listUsers,
  removeFromGroup,
  setDisabled,
} from './users/user.store.ts'

const grantable = ['vip', 'admin'] as const
type Grantable = (typeof grantable)[number]
const isGrantable = (name: string): name is Grantable => grantable.some((one) => one === name)

/** 18 random bytes are 144 bits in 24 characters that can be typed. */
const generatedPasswordBytes = 18

/**
 * `user create|list|grant|revoke|disable|enable|sign-out|reset-second-factor|export|delete` (A60 to A63, A67 to A69, A135, A140).
 * @param others what other modules keep of users
 */
export function userCommands(parts: AccountParts, others: () => readonly PersonalData[]): AdminCommand[] {
  const commands: AdminCommand[] = [
    {
      name: 'user create',
      run: (args, terminal) => create(parts, args, terminal),
    },
    {
      name: 'user list',
      run: (_args, terminal) => list(parts, terminal),
    },
    {
      name: 'user grant',
      run: (args, terminal) => changeGroup(parts, 'group_granted', args, terminal),
    },
    {
      name: 'user revoke',
      run: (args, terminal) => changeGroup(parts, 'group_revoked', args, terminal),
    },
    {
      name: 'user disable',
      run: (args, terminal) => withUser(parts, args, terminal, (user) => disable(parts, user, terminal)),
    },
    {
      name: 'user enable',
      run: (args, terminal) => withUser(parts, args, terminal, (user) => enable(parts, user, terminal)),
    },
    {
      name: 'user sign-out',
      run: (args, terminal) => signOut(parts, args, terminal),
    },
    {
      name: 'user reset-second-factor',
      run: (args, terminal) =>
        withUser(parts, args, terminal, async (user) => {
          await resetSecondFactor(parts, user)
          terminal.print(`${user.email} has no second factor any more; its sessions have ended.`)
        }),
    },
    {
      name: 'user export',
      run: (args, terminal) =>
        withUser(parts, args, terminal, async (user) => {
          const exported = await exportAccount(parts, user, others())
          await parts.audit.record(parts.db.orm, { kind: 'account_exported', userId: user.id, from: null })
          terminal.print(JSON.stringify(exported, null, 2))
        }),
    },
    {
      name: 'user audit',
      run: (args, terminal) => printAudit(parts, args, terminal),
    },
    {
      name: 'user delete',
      run: (args, terminal) =>
        withUser(parts, args, terminal, async ({ id, email }) => {
          await parts.db.transaction((tx) => eraseAccount(tx, parts, { userId: id, host: '' }, others()))
          parts.securityLog.info({ event: 'account_deleted', user: id, by: 'administration' }, 'account')
          terminal.print(`${email} is deleted, with its sessions, alert settings, contacts and bridges.`)
        }),
    },
  ]
  return commands.map((command) => ({ ...command, recordsItself: true }))
}

async function create(
  parts: AccountParts,
  args: readonly string[],
  terminal: AdminTerminal,
): Promise<number> {
  const wanted = readCreate(args)
  if (typeof wanted === 'string') return complain(terminal, wanted, 2)
  const password = wanted.password ?? parts.ids.token(generatedPasswordBytes)
  const passwordHash = await parts.hasher.hash(password)
  const now = new Date(parts.clock.now())
  const key = emailKey(wanted.email)
  const user = await parts.db.transaction(async (tx) => {
    const added = await insertUser(tx, { email: wanted.email, emailKey: key, passwordHash, createdAt: now })
    if (!added) return null
    await voidRegistrations(tx, key, now)
    if (wanted.group) await addToGroup(tx, added.id, wanted.group)
    await parts.audit.record(tx, {
      kind: 'user_created',
      userId: added.id,
      from: null,
      detail: wanted.group ?? 'member',
    })
    return added
  })
  if (!user) return complain(terminal, `${wanted.email} already has an account.`, 1)
  terminal.print(`E-mail: ${user.email}`)
  if (wanted.password === undefined) terminal.print(`Password: ${password}`)
  return 0
}

function readCreate(
  args: readonly string[],
): string | { email: string; password: string | undefined; group: Grantable | undefined } {
  let read: { values: { password?: string; group?: string }; positionals: string[] }
  try {
    read = parseArgs({
      args: [...args],
      options: { password: { type: 'string' }, group: { type: 'string' } },
      allowPositionals: true,
    })
  } catch (error) {
    return error instanceof Error ? error.message : 'Could not parse the arguments.'
  }
  const [email, ...others] = read.positionals
  const parsed = Email.safeParse(email)
  if (!parsed.success || others.length > 0) return 'Expected one e-mail address.'
  const { password, group } = read.values
  if (password !== undefined && !NewPassword.safeParse(password).success) {
    return 'A password must have 8 to 128 characters.'
  }
  if (group !== undefined && group !== 'member' && !isGrantable(group)) {
    return `Unknown group ${group}; use ${grantable.join(' or ')}.`
  }
  return {
    email: parsed.data,
    password,
    group: group === undefined || group === 'member' ? undefined : group,
  }
}

async function list(parts: AccountParts, terminal: AdminTerminal): Promise<number> {
  for (const { user, groups } of await listUsers(parts.db.orm)) {
    const state = user.disabledAt === null ? '' : ' (disabled)'
    terminal.print(`${user.id}\t${user.email}\t${['member', ...groups].join(',')}${state}`)
  }
  return 0
}

async function changeGroup(
  parts: AccountParts,
  kind: 'group_granted' | 'group_revoked',
  args: readonly string[],
  terminal: AdminTerminal,
): Promise<number> {
  const [email = '', group = '', ...others] = args
  if (!isGrantable(group) || others.length > 0) {
    return complain(terminal, `Expected an e-mail address and a group: ${grantable.join(' or ')}.`, 2)
  }
  return withUser(parts, [email], terminal, async (user) => {
    const change = kind === 'group_granted' ? addToGroup : removeFromGroup
    await parts.db.transaction(async (tx) => {
      await change(tx, user.id, group)
      await parts.audit.record(tx, { kind, userId: user.id, from: null, detail: group })
    })
    terminal.print(`${user.email}: ${['member', ...(await groupsOf(parts.db.orm, user.id))].join(', ')}`)
  })
}

async function disable(parts: AccountParts, user: UserRow, terminal: AdminTerminal): Promise<void> {
  await parts.db.transaction(async (tx) => {
    await setDisabled(tx, user.id, new Date(parts.clock.now()))
    await parts.sessions.endAllOf(tx, user.id)
    await parts.audit.record(tx, { kind: 'user_disabled', userId: user.id, from: null })
  })
  terminal.print(`${user.email} is disabled; its sessions have ended.`)
}

/** Ends the sessions of one account, or with `--all` of every account (A140). */
async function signOut(
  parts: AccountParts,
  args: readonly string[],
  terminal: AdminTerminal,
): Promise<number> {
  const end = ({ id }: UserRow) =>
    parts.db.transaction(async (tx) => {
      await parts.sessions.endAllOf(tx, id)
      await parts.audit.record(tx, { kind: 'session_ended', userId: id, from: null })
    })
  if (args.length === 1 && args[0] === '--all') {
    const users = await listUsers(parts.db.orm)
    for (const { user } of users) await end(user)
    terminal.print(`The sessions of all ${users.length} accounts have ended.`)
    return 0
  }
  return withUser(parts, args, terminal, async (user) => {
    await end(user)
    terminal.print(`The sessions of ${user.email} have ended.`)
  })
}

async function enable(parts: AccountParts, user: UserRow, terminal: AdminTerminal): Promise<void> {
  await parts.db.transaction(async (tx) => {
    await setDisabled(tx, user.id, null)
    await parts.audit.record(tx, { kind: 'user_enabled', userId: user.id, from: null })
  })
  terminal.print(`${user.email} is enabled and can sign in.`)
}

/** As many as somebody reads on a terminal. */
const printedEvents = 200

async function printAudit(
  parts: AccountParts,
  args: readonly string[],
  terminal: AdminTerminal,
): Promise<number> {
  const { orm } = parts.db
  const print = (event: AuditRow, email: string | null) => {
    const { at, kind, ip, detail } = event
    terminal.print(
      [at.toISOString(), kind, email ?? '-', ip ?? 'this server', detail ?? ''].join('\t').trimEnd(),
    )
  }
  if (args.length === 0) {
    for (const { event, email } of await latestAuditEvents(orm, printedEvents)) print(event, email)
    return 0
  }
  return withUser(parts, args, terminal, async ({ id, email }) => {
    const events = await auditEventsOf(orm, id, { before: undefined, limit: printedEvents })
    for (const event of events) print(event, email)
  })
}

/** Runs a command about the one account that its argument names (A61). */
async function withUser(
  parts: AccountParts,
  args: readonly string[],
  terminal: AdminTerminal,
  run: (user: UserRow) => Promise<void>,
): Promise<number> {
  const [email = '', ...others] = args
  if (email === '' || others.length > 0) return complain(terminal, 'Expected one e-mail address.', 2)
  const user = await findUserByEmail(parts.db.orm, emailKey(email))
  if (!user) return complain(terminal, `${email} has no account.`, 1)
  await run(user)
  return 0
}

function complain(terminal: AdminTerminal, line: string, code: 1 | 2): number {
  terminal.complain(line)
  return code
}
