import ts from 'typescript'

/** Attributes and props whose value people read or hear. */
const spoken = new Set([
  ...['label', 'title', 'alt', 'placeholder', 'hint', 'subtitle', 'submit', 'done', 'problem', 'helperText'],
  ...['aria-label', 'aria-description', 'aria-roledescription', 'aria-valuetext'],
])

/** Words that a component holds itself: between tags, in what people read or hear, whatever way they are written. */
export function textsOf(file: string, text: string): string[] {
  const source = ts.createSourceFile(file, text, ts.ScriptTarget.Latest, true, ts.ScriptKind.TSX)
  const found: string[] = []
  const take = (raw: string) => {
    if (/\p{L}/u.test(raw)) found.push(raw.trim())
  }
  const visit = (node: ts.Node): void => {
    if (ts.isJsxText(node)) take(node.text)
    if (ts.isJsxExpression(node) && !ts.isJsxAttribute(node.parent)) shownBy(node.expression).forEach(take)
    if (ts.isJsxAttribute(node) && spoken.has(node.name.getText())) shownBy(node.initializer).forEach(take)
    if (ts.isPropertyAssignment(node) && spoken.has(nameOf(node.name)))
      shownBy(node.initializer).forEach(take)
    ts.forEachChild(node, visit)
  }
  visit(source)
  return found
}

function nameOf(name: ts.PropertyName): string {
  return ts.isStringLiteralLike(name) || ts.isIdentifier(name) ? name.text : ''
}

/** The texts that an expression may become: its own, and those of its branches. What it calls answers for itself. */
function shownBy(node: ts.Node | undefined): string[] {
  if (node === undefined) return []
  if (ts.isStringLiteralLike(node)) return [node.text]
  if (ts.isTemplateExpression(node))
    return [
      node.head.text,
      ...node.templateSpans.flatMap((span) => [span.literal.text, ...shownBy(span.expression)]),
    ]
  if (ts.isConditionalExpression(node)) return [...shownBy(node.whenTrue), ...shownBy(node.whenFalse)]
  if (ts.isParenthesizedExpression(node) || ts.isAsExpression(node) || ts.isSatisfiesExpression(node))
    return shownBy(node.expression)
  if (ts.isJsxExpression(node)) return shownBy(node.expression)
  if (ts.isArrayLiteralExpression(node)) return node.elements.flatMap(shownBy)
  if (ts.isBinaryExpression(node)) {
    const joins = node.operatorToken.kind === ts.SyntaxKind.PlusToken
    const either = [ts.SyntaxKind.BarBarToken, ts.SyntaxKind.QuestionQuestionToken].includes(
      node.operatorToken.kind,
    )
    return [
      ...(joins || either ? shownBy(node.left) : []),
      ...(isComparison(node) ? [] : shownBy(node.right)),
    ]
  }
  return []
}

function isComparison(node: ts.BinaryExpression): boolean {
  const { kind } = node.operatorToken
  return (
    (kind >= ts.SyntaxKind.LessThanToken && kind <= ts.SyntaxKind.ExclamationEqualsEqualsToken) ||
    kind === ts.SyntaxKind.InKeyword
  )
}
