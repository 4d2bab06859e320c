type Cell = string | number | boolean | null

/** RFC 4180 text with a head; what is not known stays empty. */
export function csvText(head: readonly string[], rows: readonly (readonly Cell[])[]): string {
  return [...[head, ...rows].map((row) => row.map(cell).join(',')), ''].join('\r\n')
}

/** A moment as names of files have it: 2026-11-21T120000Z. */
export function fileTime(now: number): string {
  return new Date(now).toISOString().replace(/\.\d+/, '').replaceAll(':', '')
}

function cell(value: Cell): string {
  if (value === null) return ''
  // Monikers are written by others: a spreadsheet must not take one for a formula.
  const text = typeof value === 'string' && /^[=+\-@\t\r]/.test(value) ? `'${value}` : String(value)
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}

/** Without it Excel takes a text for one of the system's own code page. */
const byteOrderMark = '\uFEFF'

/** Gives the user a text (CSV) or a picture as a file. */
export function saveFile(name: string, content: string | Blob): void {
  const blob =
    typeof content === 'string'
      ? new Blob([byteOrderMark, content], { type: 'text/csv;charset=utf-8' })
      : content
  const url = URL.createObjectURL(blob)
  const link = document.createElement('a')
  link.href = url
  link.download = name
  link.click()
  URL.revokeObjectURL(url)
}
