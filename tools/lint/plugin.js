import { createAmbientRule } from './ambient-rule.js'
import { ambientBans } from './ambient-table.js'
import { fileNameRule } from './file-name-rule.js'

/** The project's own rules, one for each entry of the table and one for file names. */
export const roundsmanPlugin = {
  meta: { name: 'roundsman' },
  rules: {
    ...Object.fromEntries(ambientBans.map((ban) => [ban.name, createAmbientRule(ban)])),
    'file-name': fileNameRule,
  },
}
