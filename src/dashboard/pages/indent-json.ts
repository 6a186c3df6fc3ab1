/**
 * Indents JSON for reading. It doesn't parse the values, because that would round amounts: strings and numbers keep every character.
 * @param text valid JSON without whitespace between its tokens, as we write it
 */
export function indentJson(text: string): string {
  let depth = 0
  const indentLine = () => `\n${'  '.repeat(depth)}`
  return text.replaceAll(/"(?:[^"\\]|\\.?)*"?|\{\}|\[\]|[{}[\],:]/g, (part) => {
    switch (part) {
      case '{':
      case '[':
        depth++
        return `${part}${indentLine()}`
      case '}':
      case ']':
        depth--
        return `${indentLine()}${part}`
      case ',':
        return `,${indentLine()}`
      case ':':
        return ': '
      default:
        return part
    }
  })
}
