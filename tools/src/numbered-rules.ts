import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import ts from 'typescript'

/** A numbered rule of docs/rules. Each page has a letter of its own, so that a number is said once. */
interface NumberedRule {
  page: string
  number: string
}

/** A test, or a scenario of the real chains, that names a number before its colon. */
interface Quote {
  file: string
  number: string
}

/** Every `- P1:` and `**P1**` of the pages in a folder. */
export function numberedRules(folder: string): NumberedRule[] {
  return readdirSync(folder)
    .filter((page) => page.endsWith('.md'))
    .flatMap((page) => {
      const text = readFileSync(path.join(folder, page), 'utf8')
      return [...text.matchAll(/^- ([A-Z]\d+):|\*\*([A-Z]\d+)\*\*/gm)].map(([, plain, bold = '']) => ({
        page,
        number: plain ?? bold,
      }))
    })
}

/** The numbers that the names of the tests of a file quote: `P5: …`, `P50, P51: …`, `6.3.8 A7: …`, `rule: 'C3'`, `rule: 'C4, C19'`. */
export function quotesOf(file: string, text: string): Quote[] {
  const source = ts.createSourceFile(file, text, ts.ScriptTarget.Latest, true)
  const numbers: string[] = []
  const visit = (node: ts.Node): void => {
    if (ts.isCallExpression(node) && isTest(node.expression)) numbers.push(...numbersOf(node.arguments[0]))
    if (
      ts.isPropertyAssignment(node) &&
      node.name.getText() === 'rule' &&
      ts.isStringLiteral(node.initializer)
    )
      numbers.push(...node.initializer.text.split(', '))
    ts.forEachChild(node, visit)
  }
  visit(source)
  return numbers.map((number) => ({ file, number }))
}

/** Whether it is `it`, `test`, `describe` or one of their forms, such as `it.each(…)`. */
function isTest(callee: ts.Expression): boolean {
  if (ts.isCallExpression(callee) || ts.isPropertyAccessExpression(callee)) return isTest(callee.expression)
  if (ts.isTaggedTemplateExpression(callee)) return isTest(callee.tag)
  return ts.isIdentifier(callee) && ['it', 'test', 'describe'].includes(callee.text)
}

function numbersOf(name: ts.Expression | undefined): string[] {
  if (name === undefined) return []
  const text = ts.isTemplateExpression(name) ? name.head.text : ts.isStringLiteralLike(name) ? name.text : ''
  const head = /^((?:(?:[A-Z]\d+|[\d.]+)(?:,? |(?=:)))+):/.exec(text)?.[1] ?? ''
  return head.match(/[A-Z]\d+/g) ?? []
}

/** Rules that no test quotes. */
export function unquotedRules(rules: readonly NumberedRule[], quotes: readonly Quote[]): NumberedRule[] {
  const quoted = new Set(quotes.map(({ number }) => number))
  return rules.filter(({ number }) => !quoted.has(number))
}
