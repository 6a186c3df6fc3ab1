/** Markup that is safe to send. Only `html` creates it, so nothing unescaped gets in. */
export class Html {
  readonly text: string
  constructor(text: string) {
    this.text = text
  }
}

/** A value in a template: text is escaped, empty values are omitted, lists are joined. */
export type Part = Html | string | number | false | null | undefined | readonly Part[]

/** A template that escapes each value unless it is markup itself. Attribute values must be quoted, so that none can break out. */
export function html(strings: TemplateStringsArray, ...parts: Part[]): Html {
  return new Html(String.raw({ raw: strings }, ...parts.map(render)))
}

function render(part: Part): string {
  if (part instanceof Html) return part.text
  if (Array.isArray(part)) return part.map(render).join('')
  if (part === false || part === null || part === undefined) return ''
  return String(part).replace(/[&<>"'`]/g, (character) => `&#${character.charCodeAt(0)};`)
}

/** Fills in the `{names}` of a message. Unused values are ignored, and a name without a value stays as it is. */
export function fillPlaceholders(message: string, values: Readonly<Record<string, Part>> = {}): Html {
  const [first = '', ...rest] = message.split('{')
  const parts = rest.map((piece) => {
    const [name = '', after = ''] = piece.split('}', 2)
    return html`${name in values ? values[name] : `{${name}}`}${after}`
  })
  return html`${first}${parts}`
}
