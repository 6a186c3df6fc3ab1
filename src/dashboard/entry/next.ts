import { getBasePath } from '../../kernel/web-address.ts'

/** Long enough for a shop's account link request, which contains its percent-encoded return URL. */
const maxPathLength = 4_096

/**
 * The path to open after signing in, without the path of the base URL; null if it isn't a path of this service. Browsers treat `//host`
 * and `/\host`, even with tabs inside, as another site's URL.
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

/** `?next=…` for the sign-in pages, if there is a target. */
export const formatNextQuery = (next: string | null): string =>
  next === null ? '' : `?next=${encodeURIComponent(next)}`
