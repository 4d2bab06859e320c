import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import ts from 'typescript'

/** A numbered rule of docs/rules, with the folders that its page is about (none: the whole product). */
export interface NumberedRule {
  page: string
  number: string
  folders: readonly string[]
}

/** A test, or a scenario of the real chains, that names a number before its colon. */
export interface Quote {
  file: string
  number: string
}

/** Every `- P1:` and `**P1**` of the pages in a folder. */
export function numberedRules(folder: string): NumberedRule[] {
  return readdirSync(folder)
    .filter((page) => page.endsWith('.md'))
    .flatMap((page) => {
      const text = readFileSync(path.join(folder, page), 'utf8')
      const folders = foldersOf(text.slice(0, text.search(/^(- |## )/m)))
      return [...text.matchAll(/^- ([A-Z]\d+):|\*\*([A-Z]\d+)\*\*/gm)].map(([, plain, bold = '']) => ({
        page,
        number: plain ?? bold,
        folders,
      }))
    })
}

/** What the head of a page names: `apps/web`, `modules/live`, `modules/{networks,watch}`, `app.ts`. */
function foldersOf(head: string): string[] {
  return [...head.matchAll(/`([\w/{},.-]+)`/g)].flatMap(([, name = '']) => {
    const [, before = name, choices = '', after = ''] = /^(.*)\{(.*)\}(.*)$/.exec(name) ?? []
    const whole = /^(apps|packages|realchain|e2e)\b/.test(name) ? '' : 'apps/server/src/'
    return choices.split(',').map((choice) => `${whole}${before}${choice}${after}`.replace(/\.ts$/, '.'))
  })
}

/** The numbers that the names of the tests of a file quote: `P5: …`, `P50, P51: …`, `6.3.8 H7: …`, `rule: 'C3'`. */
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
      numbers.push(node.initializer.text)
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

/** Rules that no test quotes. A number that several pages have must be quoted in one of the page's own folders. */
export function unquotedRules(rules: readonly NumberedRule[], quotes: readonly Quote[]): NumberedRule[] {
  return rules.filter(({ number, folders, page }) => {
    const shared = rules.some((other) => other.number === number && other.page !== page)
    const own = (file: string) => folders.length === 0 || folders.some((folder) => file.startsWith(folder))
    return !quotes.some((quote) => quote.number === number && (!shared || own(quote.file)))
  })
}
