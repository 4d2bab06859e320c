import { customType, timestamp } from 'drizzle-orm/pg-core'

/** Bytes. Whatever the engine hands out, tables give a Buffer. */
export const bytea = customType<{ data: Buffer; driverData: Uint8Array }>({
  dataType: () => 'bytea',
  fromDriver: (value) => Buffer.from(value),
})

/** A time as a Date; with its zone, so that it is the same whatever the session's is. */
export const timestamptz = (name: string) => timestamp(name, { withTimezone: true, mode: 'date' })
