/** The used part of a Babel path. */
interface Path {
  readonly key: string | number | null
  readonly parent: { readonly type: string; readonly callee?: { readonly name?: string } }
}

/** The message of an assertion is for the reader of a failure, so mutating it proves nothing. */
const shouldIgnore = ({ key, parent }: Path): string | undefined =>
  parent.type === 'CallExpression' && parent.callee?.name === 'assert' && key === 1
    ? 'the message of an assertion'
    : undefined

/** A Stryker plugin that ignores some mutants. */
export const strykerPlugins = [{ kind: 'Ignore', name: 'ignore-assertion-messages', value: { shouldIgnore } }]
