import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { SyntaxKind } from 'typescript/unstable/ast'
import { createScanner } from 'typescript/unstable/ast/scanner'

/** A regular expression of the product, and its location. */
interface Found {
  readonly file: string
  readonly source: string
  readonly flags: string
}

/** Literals, and the patterns of schemas; and calls that construct others. */
export function findExpressions(files: readonly string[]): { expressions: Found[]; constructed: string[] } {
  const expressions: Found[] = []
  const constructed: string[] = []
  for (const file of files) {
    let [before, last] = ['', '']
    for (const { kind, text } of readTokens(readFileSync(file, 'utf8'))) {
      if (kind === SyntaxKind.RegularExpressionLiteral) {
        const end = text.lastIndexOf('/')
        expressions.push({ file, source: text.slice(1, end), flags: text.slice(end + 1) })
      }
      if (kind === SyntaxKind.StringLiteral && before === 'pattern' && last === ':')
        expressions.push({ file, source: JSON.parse(`"${text.slice(1, -1)}"`), flags: 'u' })
      if (last === 'RegExp' && text === '(') constructed.push(file)
      ;[before, last] = [last, text]
    }
  }
  return { expressions, constructed }
}

/** A `/` divides after a value, and starts an expression after anything else. */
const isValue = (text: string): boolean => /^[\w$)\]}]/.test(text) && !operators.includes(text)
const operators = ['return', 'typeof', 'case', 'in', 'await', 'yield', 'throw', 'else', 'void', 'new']

function* readTokens(text: string): Generator<{ kind: SyntaxKind; text: string }> {
  const scanner = createScanner(true)
  scanner.setText(text)
  let before = ''
  /** Open braces in each started template. */
  const templates: number[] = []
  for (let kind = scanner.scan(); kind !== SyntaxKind.EndOfFile; kind = scanner.scan()) {
    const depth = templates.at(-1)
    if (kind === SyntaxKind.SlashToken && !isValue(before)) kind = scanner.reScanSlashToken()
    if (kind === SyntaxKind.CloseBraceToken && depth === 0) kind = scanner.reScanTemplateToken(false)
    else if (kind === SyntaxKind.CloseBraceToken && depth !== undefined) templates.splice(-1, 1, depth - 1)
    else if (kind === SyntaxKind.OpenBraceToken && depth !== undefined) templates.splice(-1, 1, depth + 1)
    if (kind === SyntaxKind.TemplateHead) templates.push(0)
    if (kind === SyntaxKind.TemplateTail) templates.pop()
    yield { kind, text: scanner.getTokenText() }
    before = scanner.getTokenText()
  }
  assert.deepEqual(templates, [], 'a template does not end')
}
