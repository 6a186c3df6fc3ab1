/** A cookie of ours: its name, and what a browser is told about it. */
export interface Cookie {
  readonly name: string
  /** What the request's `Cookie` holds under that name. Twice, as when another host of the domain has set one too: it is nobody's. */
  read(header: string | undefined): string | null
  /** `Set-Cookie` with that value. */
  set(value: string, seconds: number): string
  /** `Set-Cookie` that takes it away. */
  clear(): string
}

const longestHeader = 16 * 1024
/** 256 random bits. */
const valueForm = /^[\w-]{43}$/

/** Behind https the name begins with `__Host-`: then no other host of the domain, and no plain http, can set it (RFC 6265bis §4.1.3). */
export function cookie(plainName: string, isSecure: boolean): Cookie {
  const name = isSecure ? `__Host-${plainName}` : plainName
  const set = (value: string, seconds: number): string =>
    `${name}=${value}; Path=/; Max-Age=${seconds}; HttpOnly; SameSite=Lax${isSecure ? '; Secure' : ''}`
  return { name, read, set, clear: () => set('', 0) }

  function read(header: string | undefined): string | null {
    if (header === undefined || header.length > longestHeader) return null
    const values = header
      .split(';')
      .map((part) => part.trim())
      .filter((part) => part.startsWith(`${name}=`))
      .map((part) => part.slice(name.length + 1))
    const [value, ...others] = values
    return value !== undefined && others.length === 0 && valueForm.test(value) ? value : null
  }
}
