/** Parses the lines `NAME=value` of a settings file. */
export function parseSettings(text: string): Record<string, string> {
  const lines = text.split('\n').filter((line) => line !== '' && !line.startsWith('#'))
  return Object.fromEntries(lines.map((line) => line.split(/=(.*)/s).slice(0, 2)))
}
