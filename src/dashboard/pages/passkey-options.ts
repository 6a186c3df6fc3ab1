import type { FastifyReply } from 'fastify'

/** An authenticator's response has up to 8 KiB. The rest is for percent-encoding and the other fields. */
export const maxPasskeyFormBytes = 16 * 1024

/** Sends the options of a passkey to the page's script. Returns null, which tells `handleForm` that the response has been sent. */
export function sendPasskeyOptions(reply: FastifyReply, options: { readonly challenge: string }): null {
  void reply.type('application/json; charset=utf-8').send(options)
  return null
}
