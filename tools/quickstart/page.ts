/** The machine on which an operator runs a block of commands. */
export type Place = 'computer' | 'server' | 'new server'

export interface CommandBlock {
  /** The heading above it. */
  readonly step: string
  readonly place: Place
  readonly commands: string
}

/**
 * Reads the command blocks of the quickstart. The paragraph above each says where it runs: `on the server`.
 * @throws {Error} for a block that is not `sh`, or whose paragraph names no machine
 */
export function parseQuickstart(page: string): CommandBlock[] {
  const sections = page.split(/^## /m).slice(1)
  return sections.flatMap((section) => {
    const [step = ''] = section.split('\n', 1)
    const parts = section.split(/^```/m)
    // Text and blocks alternate: a fence opens each part with an odd index.
    return parts.flatMap((part, index) => {
      if (index % 2 === 0) return []
      const [language, ...lines] = part.split('\n')
      if (language !== 'sh') throw new Error(`${step}: only \`\`\`sh is supported, not \`\`\`${language}.`)
      return [{ step, place: findPlace(parts[index - 1] ?? '', step), commands: lines.join('\n') }]
    })
  })
}

/** The last machine that the paragraph names. */
function findPlace(text: string, step: string): Place {
  const paragraph = text.trim().split(/\n\n/).at(-1)?.replaceAll('\n', ' ') ?? ''
  const name = [...paragraph.matchAll(/\bon (your computer|the (?:old |new )?server)\b/gi)].at(-1)?.[1]
  const place = places[name ?? '']
  if (place === undefined)
    throw new Error(`${step}: the paragraph above a block must say where it runs: ${paragraph}`)
  return place
}

const places: Readonly<Record<string, Place>> = {
  'your computer': 'computer',
  'the server': 'server',
  'the old server': 'server',
  'the new server': 'new server',
}
