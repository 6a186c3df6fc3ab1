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
const valueForm = /^[\w-]{43}$/

/**
 * Over HTTPS the name has the prefix `__Host-`, so that no other host of the domain and no plain HTTP response can set it (RFC 6265bis
 * §4.1.3).
 */
export function createCookie(plainName: string, isSecure: boolean): Cookie {
  const name = isSecure ? `__Host-${plainName}` : plainName
  const set = (value: string, seconds: number): string =>
    `${name}=${value}; Path=/; Max-Age=${seconds}; HttpOnly; SameSite=Lax${isSecure ? '; Secure' : ''}`
  return { name, read, set, clear: () => set('', 0) }

  function read(header: string | undefined): string | null {
    if (header === undefined || header.length > maxHeaderLength) return null
    const values = header
      .split(';')
      .map((part) => part.trim())
      .filter((part) => part.startsWith(`${name}=`))
      .map((part) => part.slice(name.length + 1))
    const [value, ...others] = values
    return value !== undefined && others.length === 0 && valueForm.test(value) ? value : null
  }
}
