import type { FastifyReply } from 'fastify'

/** An authenticator's response is limited to 8 KiB; the rest is for its escapes and the other fields. */
export const maxPasskeyFormBytes = 16 * 1024

/** Responds to a page's script with the options of a passkey. Returns null, as a form's action does when it has responded itself. */
export function sendPasskeyOptions(reply: FastifyReply, options: { readonly challenge: string }): null {
  void reply.type('application/json; charset=utf-8').send(options)
  return null
}
