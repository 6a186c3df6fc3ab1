import { getBasePath } from '../../kernel/web-address.ts'

/** A shop's request to be connected contains the URL to return to, percent-encoded. */
const maxPathLength = 4_096

/**
 * The path to open after signing in, without the path of the base URL; null if it isn't a path of this service. Browsers treat `//host`,
 * `/\host` and such a path with tabs in it as another site's URL.
 */
export function parseLocalPath(text: unknown, baseUrl: string): string | null {
  if (typeof text !== 'string' || text.length > maxPathLength || !/^\/(?![/\\])[^\\\p{C}]*$/u.test(text))
    return null
  const base = new URL(baseUrl)
  const url = new URL(text, base)
  const prefix = getBasePath(baseUrl)
  const path = url.pathname.startsWith(`${prefix}/`) ? url.pathname.slice(prefix.length) : url.pathname
  // `/.//host` normalises to `//host`.
  return url.origin === base.origin && !path.startsWith('//') ? `${path}${url.search}` : null
}
