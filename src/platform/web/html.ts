/** Markup that is safe to send. Only `html` makes it, so nothing unescaped gets in. */
export class Html {
  readonly text: string
  constructor(text: string) {
    this.text = text
  }
}

/** What may stand in markup: text is escaped, nothing is nothing, lists are joined. */
export type Part = Html | string | number | false | null | undefined | readonly Part[]

/** Markup with values in it, each escaped unless it is markup itself. Attributes stand in quotes: then no value leaves them. */
export function html(strings: TemplateStringsArray, ...parts: Part[]): Html {
  return new Html(String.raw({ raw: strings }, ...parts.map(render)))
}

/** Markup that we drew ourselves, such as a coin's icon. Never for what somebody else has written. */
export const ownMarkup = (text: string): Html => new Html(text)

function render(part: Part): string {
  if (part instanceof Html) return part.text
  if (Array.isArray(part)) return part.map(render).join('')
  if (part === false || part === null || part === undefined) return ''
  return String(part).replace(/[&<>"'`]/g, (character) => `&#${character.charCodeAt(0)};`)
}

/** A sentence of a message file, its `{names}` filled in. What it does not name is left out, and a name without a value stays. */
export function say(message: string, values: Readonly<Record<string, Part>> = {}): Html {
  const [first = '', ...rest] = message.split('{')
  const parts = rest.map((piece) => {
    const [name = '', after = ''] = piece.split('}', 2)
    return html`${name in values ? values[name] : `{${name}}`}${after}`
  })
  return html`${first}${parts}`
}
