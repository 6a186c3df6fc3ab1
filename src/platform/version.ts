import { readFileSync } from 'node:fs'

/** The release, from package.json. */
export function readVersion(): string {
  const manifest = readFileSync(new URL('../../package.json', import.meta.url), 'utf8')
  return String(JSON.parse(manifest).version)
}
