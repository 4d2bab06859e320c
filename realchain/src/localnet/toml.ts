/**
 * Sets `key` of `section` (the empty string is the top of the file) in a TOML text that already has it. Config files
 * of nodes are full of comments and change with versions; a key that is not there is an error, not a new line.
 */
export function setToml(
  text: string,
  section: string,
  key: string,
  value: string | number | boolean,
): string {
  const written = typeof value === 'string' ? JSON.stringify(value) : String(value)
  let current = ''
  let found = false
  const lines = text.split('\n').map((line) => {
    const header = /^\s*\[([^\]]+)\]\s*$/.exec(line)
    if (header) current = header[1] ?? ''
    if (current !== section || found) return line
    if (!new RegExp(`^\\s*${key}\\s*=`).test(line)) return line
    found = true
    return `${key} = ${written}`
  })
  if (!found) throw new Error(`no ${key} in section [${section}]`)
  return lines.join('\n')
}
