/**
 * JSON set out in lines to be read. Strings and numbers keep every character: nothing is parsed, for that would round amounts.
 * @param text valid JSON without spaces between its parts, as we write it
 */
export function indented(text: string): string {
  let depth = 0
  const line = () => `\n${'  '.repeat(depth)}`
  return text.replaceAll(/"(?:[^"\\]|\\.)*"|\{\}|\[\]|[{}[\],:]/g, (part) => {
    switch (part) {
      case '{':
      case '[':
        depth++
        return `${part}${line()}`
      case '}':
      case ']':
        depth--
        return `${line()}${part}`
      case ',':
        return `,${line()}`
      case ':':
        return ': '
      default:
        return part
    }
  })
}
