/** Where a command writes; lines go to the terminal of whoever typed it, through the socket if need be. */
export interface AdminTerminal {
  /** A line of the result (standard output). */
  print(line: string): void
  /** A line about what went wrong (standard error). */
  complain(line: string): void
}

/** One command of `npm run roundsman -- <name> <arguments>`. */
export interface AdminCommand {
  /** The words that select it, e.g. `user create`. */
  name: string
  /** Its arguments as the help shows them, e.g. `<e-mail> [--group vip]`. */
  usage: string
  summary: string
  /**
   * Parses its arguments itself (`parseArgs` of node:util) and gives the exit code: 0 done, 1 failed, 2 used wrongly.
   * Runs inside the server when one runs, else in the command's own process after `start()` of no module.
   */
  run(args: readonly string[], terminal: AdminTerminal): Promise<number>
}
