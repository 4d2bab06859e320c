/** As much of the logger as this module uses. */
export interface NotificationsLog {
  info(fields: object, message: string): void
  warn(fields: object, message: string): void
  error(fields: object, message: string): void
}
