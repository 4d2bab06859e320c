/** Words of statements that touch nothing that was there before. */
const adding = /^(CREATE TABLE|CREATE INDEX|COMMENT ON) /
const addedColumn = /^ADD (?:COLUMN )?\w+ /

/**
 * What a migration does beyond adding, in its own words: anything that the program of the release before may stumble over,
 * which writes and reads as if it were not there. Nothing is known of what is not known to be harmless.
 * @param known tables, and columns as `table.column`, that came after the release before, which that one does not use; those
 *   made here are added
 */
export function beyondAdding(migration: string, known: Set<string> = new Set()): string[] {
  return statementsOf(migration).flatMap((statement) => {
    const created = /^CREATE TABLE (?:IF NOT EXISTS )?(\w+)/.exec(statement)?.[1]
    if (created !== undefined) known.add(created)
    const table = /^(?:ALTER TABLE|INSERT INTO|UPDATE|DELETE FROM) (?:ONLY )?(\w+)/.exec(statement)?.[1]
    const indexed = /^CREATE UNIQUE INDEX .* ON (\w+)/.exec(statement)?.[1]
    if (known.has(table ?? indexed ?? '') || adding.test(statement)) return []
    const columns = /^ALTER TABLE \w+ (.*)$/.exec(statement)?.[1]
    if (columns === undefined) return isFilling(statement, known) ? [] : [statement]
    return topLevel(columns).flatMap((part) => {
      if (!isHarmless(part)) return [`ALTER TABLE ${table} ${part}`]
      known.add(`${table}.${/^ADD (?:COLUMN )?(?:IF NOT EXISTS )?(\w+)/.exec(part)?.[1] ?? ''}`)
      return []
    })
  })
}

/** A column that the older program leaves out of its rows: they get a default or nothing, and no condition refuses that. */
function isHarmless(part: string): boolean {
  if (!addedColumn.test(part) || /^ADD (CONSTRAINT|CHECK|UNIQUE|PRIMARY|FOREIGN|EXCLUDE)\b/.test(part))
    return false
  if (/\b(PRIMARY KEY|UNIQUE|GENERATED)\b/.test(part)) return false
  return !/\bNOT NULL\b/.test(part) || /\bDEFAULT\b/.test(part)
}

/** Whether it writes columns only that the older program does not know. */
function isFilling(statement: string, known: ReadonlySet<string>): boolean {
  const [, table = '', values = ''] = /^UPDATE (\w+) SET (.*?)(?: WHERE .*)?$/i.exec(statement) ?? []
  return (
    values !== '' &&
    topLevel(values).every((one) => known.has(`${table}.${/^(\w+) = /.exec(one)?.[1] ?? ''}`))
  )
}

/** Statements in one line each, without comments, with words in upper case and names as they are. */
function statementsOf(text: string): string[] {
  return text
    .replaceAll(/--.*$/gm, '')
    .split(';')
    .map((one) => one.replaceAll(/\s+/g, ' ').trim())
    .filter((one) => one !== '')
    .map((one) => one.replaceAll(keywords, (word) => word.toUpperCase()))
}

const keywords =
  /\b(create|unique|index|table|if|not|exists|alter|add|column|constraint|check|primary|key|foreign|exclude|generated|null|default|drop|insert|into|update|delete|from|only|comment|on|set|rename|to|type)\b/gi

/** Splits at commas that are in no brackets. */
function topLevel(text: string): string[] {
  const parts = ['']
  let depth = 0
  for (const sign of text) {
    if (sign === '(') depth += 1
    if (sign === ')') depth -= 1
    if (sign === ',' && depth === 0) parts.push('')
    else parts.push(`${parts.pop() ?? ''}${sign}`)
  }
  return parts.map((part) => part.trim())
}
