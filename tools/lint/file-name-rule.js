import path from 'node:path'

const kebab = /^[a-z0-9]+(-[a-z0-9]+)*(\.[a-z0-9]+(-[a-z0-9]+)*)*$/
const vague = /^(utils?|helpers?|common|shared|misc|lib|index)(\.|$)/

/**
 * Names say what is inside: kebab-case files and folders, and none that could hold anything.
 * @type {import('eslint').Rule.RuleModule}
 */
export const fileNameRule = {
  meta: {
    type: 'problem',
    schema: [],
    messages: {
      kebab: '"{{part}}" is not kebab-case.',
      vague: '"{{part}}" could hold anything: name the file after its one subject.',
    },
  },
  create(context) {
    return {
      Program(node) {
        const parts = path.relative(context.cwd, context.filename).split(path.sep)
        for (const part of parts) {
          if (vague.test(part)) context.report({ node, messageId: 'vague', data: { part } })
          else if (!kebab.test(part)) context.report({ node, messageId: 'kebab', data: { part } })
        }
      },
    }
  },
}
