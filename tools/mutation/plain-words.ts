/** The part of a path of Babel's that is looked at. */
interface Path {
  readonly key: string | number | null
  readonly parent: { readonly type: string; readonly callee?: { readonly name?: string } }
}

/** The words of an assertion are for who reads the failure: a mutant of them alone shows nothing. */
const shouldIgnore = ({ key, parent }: Path): string | undefined =>
  parent.type === 'CallExpression' && parent.callee?.name === 'assert' && key === 1
    ? 'the words of an assertion'
    : undefined

/** A plugin of Stryker: which mutants are not made. */
export const strykerPlugins = [{ kind: 'Ignore', name: 'plain-words', value: { shouldIgnore } }]
