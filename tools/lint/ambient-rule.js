/**
 * Turns one entry of the table into an ESLint rule. It follows scopes, so a parameter called `fetch` is
 * free while the global one is not, whatever it is called through (`globalThis`, `window`, an import).
 *
 * @typedef {import('eslint').Rule.RuleModule} RuleModule
 * @typedef {import('eslint').Scope.Reference} Reference
 * @typedef {import('estree').Identifier & { parent: import('estree').Node & { parent: import('estree').Node } }} Name
 * @param {import('./ambient-table.js').Ban} ban
 * @returns {RuleModule}
 */
export function createAmbientRule(ban) {
  const globals = new Set(ban.globals ?? [])
  const members = new Set(ban.members ?? [])
  const constructors = new Set(ban.constructors ?? [])
  const imports = ban.imports ?? {}

  /** @param {Name} name the name of a global object, or `window.x` for one @returns {string | undefined} */
  function offence(name) {
    let node = name
    let called = name.name
    if (['globalThis', 'window', 'self', 'global'].includes(called)) {
      const inner = memberOf(node)
      if (inner === undefined) return undefined
      called = inner.name
      node = inner.node
    }
    if (node.parent.type.startsWith('TSTypeQuery')) return undefined
    if (globals.has(called)) return called
    const member = memberOf(node)
    if (member && members.has(`${called}.${member.name}`)) return `${called}.${member.name}`
    if (constructors.has(called) && isBareCall(node)) return `${called} without arguments`
    return undefined
  }

  return {
    meta: { type: 'problem', schema: [], messages: { ambient: '{{what}} is banned here. {{message}}' } },
    create(context) {
      /** @param {import('estree').Node} node @param {string} what */
      const report = (node, what) =>
        context.report({ node, messageId: 'ambient', data: { what, message: ban.message } })
      return {
        Program(program) {
          const scope = context.sourceCode.getScope(program)
          for (const reference of globalReferences(scope)) {
            const what = offence(/** @type {Name} */ (reference.identifier))
            if (what !== undefined) report(/** @type {Name} */ (reference.identifier), what)
          }
        },
        ImportDeclaration(node) {
          const names = imports[String(node.source.value)]
          if (names === undefined || ('importKind' in node && node.importKind === 'type')) return
          for (const specifier of node.specifiers) {
            if ('importKind' in specifier && specifier.importKind === 'type') continue
            const name = importedName(specifier)
            if (names === '*') report(specifier, `${String(node.source.value)} (${name})`)
            else if (names.includes(name)) report(specifier, name)
            else if (name === '*')
              for (const variable of context.sourceCode.getDeclaredVariables(specifier))
                for (const reference of variable.references) {
                  const member = memberOf(/** @type {Name} */ (reference.identifier))
                  if (member && names.includes(member.name))
                    report(/** @type {Name} */ (reference.identifier), member.name)
                }
          }
        },
      }
    },
  }
}

/** References that no declaration in the file answers, in every scope. @param {import('eslint').Scope.Scope} scope */
function globalReferences(scope) {
  const global = scope.type === 'global' ? scope : (scope.upper ?? scope)
  const declared = global.variables.filter((variable) => variable.defs.length === 0)
  return [...global.through, ...declared.flatMap((variable) => variable.references)]
}

/** `name` in `node.name` and in `node['name']`, with the node of the whole. @param {Name} node */
function memberOf(node) {
  const parent = node.parent
  if (parent.type !== 'MemberExpression' || parent.object !== node) return undefined
  const { property, computed } = parent
  if (!computed && property.type === 'Identifier')
    return { name: property.name, node: /** @type {Name} */ (/** @type {unknown} */ (parent)) }
  if (property.type === 'Literal')
    return { name: String(property.value), node: /** @type {Name} */ (/** @type {unknown} */ (parent)) }
  return undefined
}

/** `Date()`, whatever it is given, and `new Date()` without arguments. @param {Name} node */
function isBareCall(node) {
  const parent = node.parent
  if (parent.type === 'CallExpression') return parent.callee === node
  return parent.type === 'NewExpression' && parent.callee === node && parent.arguments.length === 0
}

/** @param {import('estree').ImportDeclaration['specifiers'][number]} specifier */
function importedName(specifier) {
  if (specifier.type !== 'ImportSpecifier') return '*'
  return specifier.imported.type === 'Identifier' ? specifier.imported.name : String(specifier.imported.value)
}
