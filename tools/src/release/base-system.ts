import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { findProgram } from '../find-program.ts'
import { root } from '../root.ts'
import { runCommand } from '../run-command.ts'
import { debianPackages } from './debian-packages.data.ts'
import { type Entry, entriesOf, folderEntry, textEntry } from './entries.ts'

type Architecture = keyof typeof debianPackages

/** Debian's packages are fetched and unpacked by Debian's own programs. */
export const canMakeImages = findProgram(['apt-get']) !== undefined && findProgram(['dpkg-deb']) !== undefined

/** Whoever the program is in the image: nobody's number on Debian, and the one of distroless images. */
export const imageUser = 65_532

/** The files of the system below the program, by the packages of `debian-packages.data.ts`, checked. */
export async function baseSystem(architecture: Architecture): Promise<Entry[]> {
  const folder = path.join(root, 'node_modules/.cache/roundsman/debian', architecture)
  const unpacked = path.join(folder, 'unpacked')
  const packages = Object.entries(debianPackages[architecture])
  const stamp = path.join(folder, '.unpacked')
  if (!existsSync(stamp) || readFileSync(stamp, 'utf8') !== JSON.stringify(packages)) {
    mkdirSync(folder, { recursive: true })
    await fetchPackages(
      folder,
      architecture,
      packages.map(([name]) => name),
    )
    for (const [name, sha256] of packages) {
      const file = findPackage(folder, name, sha256)
      if ((await runCommand('dpkg-deb', ['--extract', file, unpacked])) !== 0)
        throw new Error(`dpkg-deb could not unpack ${path.basename(file)}.`)
    }
    writeFileSync(stamp, JSON.stringify(packages))
  }
  const isLeft = (file: string) => /\/usr\/share\/(doc|man|locale|lintian|bug|common-licenses)$/.test(file)
  const within = entriesOf(unpacked, '.', isLeft).map((entry) => ({
    ...entry,
    name: entry.name.replace(/^\.\/?/, ''),
  }))
  return [
    ...within.filter(({ name }) => name !== ''),
    folderEntry('tmp', 0o1777),
    folderEntry('data', 0o700, imageUser),
    textEntry(
      'etc/passwd',
      `root:x:0:0:root:/root:/sbin/nologin\nroundsman:x:${imageUser}:${imageUser}::/data:/sbin/nologin\n`,
    ),
    textEntry('etc/group', `root:x:0:\nroundsman:x:${imageUser}:\n`),
    textEntry('etc/nsswitch.conf', 'hosts: files dns\n'),
    textEntry(
      'etc/ssl/certs/ca-certificates.crt',
      certificates(path.join(unpacked, 'usr/share/ca-certificates/mozilla')),
    ),
  ]
}

/** With lists of packages of its own: this machine's may know no other architecture, and are none of our business. */
async function fetchPackages(
  folder: string,
  architecture: Architecture,
  names: readonly string[],
): Promise<void> {
  for (const one of ['state/lists/partial', 'cache/archives/partial'])
    mkdirSync(path.join(folder, 'apt', one), { recursive: true })
  writeFileSync(path.join(folder, 'apt/state/status'), '')
  writeFileSync(
    path.join(folder, 'apt/apt.conf'),
    [
      `Dir::State "${folder}/apt/state";`,
      `Dir::State::status "${folder}/apt/state/status";`,
      `Dir::Cache "${folder}/apt/cache";`,
      `APT::Architecture "${architecture}";`,
      `APT::Architectures { "${architecture}"; };`,
      'APT::Sandbox::User "root";',
      'Acquire::Languages "none";',
    ].join('\n'),
  )
  const options = { cwd: folder, env: { APT_CONFIG: path.join(folder, 'apt/apt.conf') } }
  for (const words of [['update'], ['download', ...names]]) {
    if ((await runCommand('apt-get', ['-qq', ...words], options)) !== 0)
      throw new Error(
        `apt-get ${words[0] ?? ''} failed for ${architecture}; its reason stands above. Where the mirror has newer packages, take them into debian-packages.data.ts.`,
      )
  }
}

/** The file of a package that has these bytes. */
function findPackage(folder: string, name: string, sha256: string): string {
  const files = readdirSync(folder).filter((file) => file.endsWith('.deb'))
  const found = files.find(
    (file) =>
      createHash('sha256')
        .update(readFileSync(path.join(folder, file)))
        .digest('hex') === sha256,
  )
  if (found === undefined)
    throw new Error(`The mirror's ${name} is not the file that debian-packages.data.ts names.`)
  return path.join(folder, found)
}

/** What Debian's `update-ca-certificates` would write. */
function certificates(folder: string): string {
  const files = readdirSync(folder).sort()
  return files
    .map((file) => readFileSync(path.join(folder, file), 'utf8').trim())
    .join('\n')
    .concat('\n')
}
