/** What the help says of a command. */
export interface CommandHelp {
  /** The words that select it, e.g. `user create`. */
  name: string
  /** Its arguments, e.g. `<e-mail> [--group vip|admin]`. */
  usage: string
  /** One line of the list. */
  summary: string
  /** What else whoever uses it for the first time has to know. */
  details?: string
  example?: string
}

/** A part of the list of commands. */
interface CommandGroup {
  title: string
  commands: readonly CommandHelp[]
}

/** Every command there is, as the help lists them. Words of its own, so that nothing has to run to print them. */
export const commandGroups: readonly CommandGroup[] = [
  {
    title: 'The server',
    commands: [
      {
        name: 'start',
        usage: '',
        summary: 'Runs the server in the foreground until Ctrl-C or SIGTERM.',
        details: 'Its settings are variables of the environment: `roundsman start --help` lists them.',
      },
      {
        name: 'reload',
        usage: '',
        summary: 'Has the running server read its catalogue and variables again, without a restart.',
        details:
          'The same as SIGHUP. Networks are added, changed and taken away while the others go on; a mistake changes nothing and is printed. Of several processes it reaches the one that takes commands here: send SIGHUP to the others.',
      },
      {
        name: 'check',
        usage: '',
        summary: 'Asks every endpoint of the catalogue: chain ID, height, how far back it remembers.',
        details:
          'Exits with 1 if a network that has endpoints has none that can be used. Run it before the first start and after each change of the catalogue.',
      },
    ],
  },
  {
    title: 'Accounts',
    commands: [
      {
        name: 'user create',
        usage: '<e-mail> [--password <password>] [--group vip|admin]',
        summary: 'Creates a confirmed account; prints its password if you give none.',
        example: 'roundsman user create you@example.org --group admin',
      },
      { name: 'user list', usage: '', summary: 'Lists accounts and their groups.' },
      {
        name: 'user grant',
        usage: '<e-mail> vip|admin',
        summary: 'Adds an account to a group.',
        example: 'roundsman user grant ann@example.org vip',
      },
      { name: 'user revoke', usage: '<e-mail> vip|admin', summary: 'Takes an account out of a group.' },
      { name: 'user disable', usage: '<e-mail>', summary: 'Disables an account and ends its sessions.' },
      { name: 'user enable', usage: '<e-mail>', summary: 'Enables a disabled account again.' },
      {
        name: 'user sign-out',
        usage: '<e-mail>|--all',
        summary: 'Ends the sessions of an account, or of all; they can sign in again.',
        example: 'roundsman user sign-out --all',
      },
      {
        name: 'user reset-second-factor',
        usage: '<e-mail>',
        summary:
          'Removes the authenticator app, passkeys and recovery codes of an account; ends its sessions.',
        details:
          'For somebody who lost them all. They are told by e-mail. Make sure first that it is them who asks.',
      },
      {
        name: 'user export',
        usage: '<e-mail>',
        summary: 'Prints everything that is kept of an account as JSON, without secrets.',
        example: 'roundsman user export ann@example.org > ann.json',
      },
      {
        name: 'user audit',
        usage: '[<e-mail>]',
        summary: 'Prints the latest events that touch the security of an account, or of all.',
      },
      {
        name: 'user delete',
        usage: '<e-mail>',
        summary: 'Deletes an account with all that belongs to it, at once and for good.',
      },
    ],
  },
  {
    title: 'Networks, bridges and alerts',
    commands: [
      {
        name: 'network accept',
        usage: '<id>',
        summary: 'Makes a network follow its new chain from now on; the record of the old one is closed.',
        details:
          'For a chain that changed its ID or began again, which is not followed until then. <id> is the blockchain_id of the network in the catalogue.',
        example: 'roundsman network accept 3',
      },
      {
        name: 'bridge release',
        usage: '<peer id>',
        summary: 'Frees the peer ID of a bridge that a user has claimed, so that another user can have it.',
        details: 'Whoever had it cannot claim it again without proof that the bridge is theirs.',
      },
      {
        name: 'rules',
        usage: '[--replay <blockchain id> [--days 1…7]]',
        summary: 'Prints every alert setting: ID, trigger, severity, what it is about, what it means.',
        details:
          'With --replay: how often each would have fired on that network, for every validator, and when.',
        example: 'roundsman rules --replay 1 --days 7',
      },
    ],
  },
  {
    title: 'Data',
    commands: [
      {
        name: 'migrate',
        usage: '[--grant <account>]',
        summary: 'Brings the database up to date, as each start does, and says how it stands.',
        details:
          'For an upgrade of several processes: run it once with the new program before they start. With --grant, by the account that owns the tables, it lets another one, which has to be there, read and write them and no more: that is for the DATABASE_URL of the processes.',
        example: 'roundsman migrate --grant roundsman_processes',
      },
      {
        name: 'backup',
        usage: '<file>',
        summary: 'Writes everything the database holds into one file; the server goes on meanwhile.',
        details:
          'The file holds secrets: keep it as safe as the data. A file that is there already is left as it is.',
        example: 'roundsman backup /backups/today.backup',
      },
      {
        name: 'restore',
        usage: '<file>',
        summary: 'Restores a backup into an empty database; stop the server first.',
        details:
          'Takes a backup of either engine, the embedded one or PostgreSQL. Messages that were waiting when it was made are not sent.',
        example: 'roundsman restore /backups/today.backup',
      },
      {
        name: 'reseal',
        usage: '[--new-secret]',
        summary: 'Encrypts with the present secret what was encrypted with the one before.',
        details:
          'The last step of a change of the secret. It may be interrupted and run again, also beside a running server. With --new-secret it does the whole change where the secret lies in the data directory: stop the server first.',
        example: 'roundsman reseal --new-secret',
      },
      {
        name: 'import',
        usage: '<file>',
        summary: 'Imports the past of networks that were never followed here: charts, timelines, alerts.',
        details: 'Everything in the file is imported, or nothing. docs/operating.md has its format.',
      },
    ],
  },
]
