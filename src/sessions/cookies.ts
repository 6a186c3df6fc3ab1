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

  /** Searches for the name instead of splitting the header, which anyone can fill with thousands of cookies. */
  function read(header: string | undefined): string | null {
    if (header === undefined || header.length > maxHeaderLength) return null
    const prefix = `${name}=`
    let value: string | null = null
    const findFrom = (from: number) => header.indexOf(prefix, from)
    for (let start = findFrom(0); start >= 0; start = findFrom(start + prefix.length)) {
      if (!isCookieStart(header, start)) continue
      if (value !== null) return null
      const end = header.indexOf(';', start)
      value = header.slice(start + prefix.length, end < 0 ? undefined : end).trim()
    }
    return value !== null && valuePattern.test(value) ? value : null
  }
}

/** Whether a cookie starts at this index: only spaces and tabs separate it from a semicolon or the start of the header. */
function isCookieStart(header: string, index: number): boolean {
  let before = index - 1
  while (header[before] === ' ' || header[before] === '\t') before--
  return before < 0 || header[before] === ';'
}
