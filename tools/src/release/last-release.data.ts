/**
 * The release before the one that is being written, beside which it runs and to which one may go back: a commit of this
 * repository, and how many migrations that has. Whoever makes a release puts its commit here with the next one.
 *
 * Nothing is released yet. Until then it is the oldest commit that goes on with a newer database (B198) and can be gone back
 * to: migration 0059, which it has, took a key away that programs before it write by.
 */
export const lastRelease = {
  name: '0.1.0-before-second-factors',
  commit: '7f4a9126b0068a43388f1e95ef59ef060ac37841',
  migrations: 59,
} as const

/**
 * Migrations since then that take something away, each with the release that no longer reads or writes it: the last one, or
 * one before it.
 */
export const contracting: Readonly<Record<string, string>> = {}
