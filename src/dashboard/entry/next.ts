const longest = 2_048

/**
 * Where to go after signing in: a path of ours, without the prefix of the service's address; null for whatever is none.
 * A browser reads `//host`, `/\host` and tabs in between as another site's address.
 */
export function ownPath(text: unknown, baseUrl: string): string | null {
  if (typeof text !== 'string' || text.length > longest || !/^\/(?![/\\])[^\\\p{C}]*$/u.test(text))
    return null
  const base = new URL(baseUrl)
  const url = new URL(text, base)
  const prefix = base.pathname.replace(/\/$/, '')
  const path = url.pathname.startsWith(`${prefix}/`) ? url.pathname.slice(prefix.length) : url.pathname
  // `/.//host` has become `//host`.
  return url.origin === base.origin && !path.startsWith('//') ? `${path}${url.search}` : null
}
