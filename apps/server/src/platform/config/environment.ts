/** The environment of the process. The only file that may look at it; everything else gets the configuration. */
export function readEnvironment(): Readonly<Record<string, string | undefined>> {
  return process.env
}
