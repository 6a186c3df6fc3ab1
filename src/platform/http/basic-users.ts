import type { IncomingHttpHeaders } from 'node:http'

/** An access token has 46 characters; the password beside it is not read. */
const maxHeaderLength = 1_024

/**
 * The distinct user names that a request sends by HTTP Basic, in the standard `Authorization` header and in the specification's
 * `Authentication`. Null stands for a header without one.
 */
export function basicUsers({ authorization, authentication }: IncomingHttpHeaders): (string | null)[] {
  const sent = [authorization, authentication].filter((header) => header !== undefined)
  return [...new Set(sent.map((header) => basicUser(String(header))))]
}

function basicUser(header: string): string | null {
  const [, encoded] = (header.length <= maxHeaderLength && /^basic +([\w+/-]+={0,2}) *$/i.exec(header)) || []
  if (encoded === undefined) return null
  return Buffer.from(encoded, 'base64').toString('latin1').split(':', 1)[0] ?? ''
}
