/** A cookie that we set. */
export interface Cookie {
  readonly name: string
  /**
   * Reads the value from the `Cookie` header. Null if the name occurs twice, because another host of the domain may have set one of them.
   */
  read(header: string | undefined): string | null
  /** Returns a `Set-Cookie` value with `value`. */
  set(value: string, seconds: number): string
  /** Returns a `Set-Cookie` value that deletes the cookie. */
  clear(): string
}

const maxHeaderLength = 16 * 1024
/** 256 random bits in base64url. */
const valuePattern = /^[\w-]{43}$/

/**
 * Over HTTPS the name has the prefix `__Host-`, so that no other host of the domain and no plain HTTP response can set it (RFC 6265bis
 * §4.1.3).
 */
export function createCookie(plainName: string, isSecure: boolean): Cookie {
  const name = isSecure ? `__Host-${plainName}` : plainName
  const set = (value: string, seconds: number): string =>
    `${name}=${value}; Path=/; Max-Age=${seconds}; HttpOnly; SameSite=Lax${isSecure ? '; Secure' : ''}`
  return { name, read, set, clear: () => set('', 0) }

  /** Searches for the name instead of splitting the header, in which a stranger can send thousands of parts. */
  function read(header: string | undefined): string | null {
    if (header === undefined || header.length > maxHeaderLength) return null
    const begin = `${name}=`
    let value: string | null = null
    for (let at = header.indexOf(begin); at >= 0; at = header.indexOf(begin, at + begin.length)) {
      if (!startsPart(header, at)) continue
      if (value !== null) return null
      const end = header.indexOf(';', at)
      value = header.slice(at + begin.length, end < 0 ? undefined : end).trim()
    }
    return value !== null && valuePattern.test(value) ? value : null
  }
}

function startsPart(header: string, at: number): boolean {
  let before = at - 1
  while (header[before] === ' ' || header[before] === '\t') before--
  return before < 0 || header[before] === ';'
}
