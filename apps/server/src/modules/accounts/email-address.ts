/**
 * What two spellings of one address have in common: without spaces around, lower case, composed. Providers that
 * tell letters apart by case exist on paper only, and two accounts for one mailbox would be a trap. PostgreSQL cannot
 * store U+0000, which no address has.
 */
export function emailKey(email: string): string {
  return email.trim().replaceAll('\u0000', '\ufffd').normalize('NFC').toLowerCase()
}
