import type { IncomingHttpHeaders } from 'node:http'

/** An access token has 46 characters. */
const maxHeaderLength = 1_024

/** The token in `Authorization: token <token>`, as shop plug-ins send it; undefined for any other header. */
export function parseTokenScheme({ authorization = '' }: IncomingHttpHeaders): string | undefined {
  if (authorization.length > maxHeaderLength) return undefined
  return /^token +([\w-]+) *$/i.exec(authorization)?.[1]
}
