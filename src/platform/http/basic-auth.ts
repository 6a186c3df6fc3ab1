import type { IncomingHttpHeaders } from 'node:http'

/** An access token has 46 characters; the password is ignored. */
const maxHeaderLength = 1_024

/**
 * The distinct usernames sent with HTTP Basic auth, in the standard `Authorization` header and in the specification's `Authentication`.
 * Null stands for a header without one.
 */
export function parseBasicUsernames({
  authorization,
  authentication,
}: IncomingHttpHeaders): (string | null)[] {
  const headers = [authorization, authentication].filter((header) => header !== undefined)
  return [...new Set(headers.map((header) => parseBasicUsername(String(header))))]
}

function parseBasicUsername(header: string): string | null {
  const [, encoded] = (header.length <= maxHeaderLength && /^basic +([\w+/-]+={0,2}) *$/i.exec(header)) || []
  if (encoded === undefined) return null
  return Buffer.from(encoded, 'base64').toString('latin1').split(':', 1)[0] ?? ''
}
