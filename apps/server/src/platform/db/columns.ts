import { type AnyPgColumn, customType, timestamp } from 'drizzle-orm/pg-core'

/** Bytes. Whatever the engine hands out, tables give a Buffer. */
export const bytea = customType<{ data: Buffer; driverData: Uint8Array }>({
  dataType: () => 'bytea',
  fromDriver: (value) => Buffer.from(value),
})

/** A time as a Date; with its zone, so that it is the same whatever the session's is. */
export const timestamptz = (name: string) => timestamp(name, { withTimezone: true, mode: 'date' })

/**
 * Reads rows that the driver gave of a statement written by hand, as the builder would: for the few statements that come with
 * every block, of which the builder makes hundreds of pieces each time.
 *
 * @param prefix stands before the names of the columns
 */
export function rowReader<Row>(
  columns: Readonly<Record<keyof Row & string, AnyPgColumn>>,
  prefix = '',
): (given: Readonly<Record<string, unknown>>) => Row {
  const named = Object.entries<AnyPgColumn>(columns).map(([key, column]) => ({
    key,
    column,
    name: prefix + column.name,
  }))
  return (given) => {
    const row: Record<string, unknown> = {}
    for (const { key, column, name } of named) {
      const value = given[name]
      row[key] = value === null ? null : column.mapFromDriverValue(value)
    }
    return row as Row
  }
}
