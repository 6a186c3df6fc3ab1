import type { IncomingHttpHeaders } from 'node:http'
import type { FindSession } from '../accounts/authenticate.ts'
import type { Cookie } from './cookies.ts'
import type { Sessions } from './sessions.ts'

/** Finds the caller behind a session cookie. `isStillValid` checks again without extending the session. */
export function createSessionFinder(
  sessions: Pick<Sessions, 'find' | 'findWithoutTouch'>,
  cookie: Pick<Cookie, 'read'>,
): FindSession {
  return async (headers: IncomingHttpHeaders) => {
    const secret = cookie.read(headers.cookie)
    if (secret === null) return null
    // Scripts refresh pages and follow events while nobody is at the keyboard (Fetch Metadata §2.1), so they don't extend a session.
    const isByScript = headers['sec-fetch-dest'] === 'empty'
    const session = await (isByScript ? sessions.findWithoutTouch(secret) : sessions.find(secret))
    if (!session) return null
    const { accountId, id: tokenId, currency } = session
    const isStillValid = async () => (await sessions.findWithoutTouch(secret)) !== null
    return {
      caller: { accountId, tokenId, scope: 'full', currency, isSession: true },
      isStillValid,
    }
  }
}
