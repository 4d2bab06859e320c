/**
 * What Node is given before a built program of ours: traces of errors name the lines of the source, and what is young in
 * the heap has 8 MiB, not 32, which a process that reads and forgets fills all the time (with ten networks 305 MiB
 * resident instead of 325, at the same processor time).
 */
export const programArguments: readonly string[] = ['--enable-source-maps', '--max-semi-space-size=4']
