import type { FastifyReply, FastifyRequest } from 'fastify'

const requestHeaders =
  'accept, content-type, x-currency, x-paypro-version, bp_partner, bp_partner_version, x-wallet, x-wallet-token'
const responseHeaders = 'digest, signature, x-signature, x-identity, x-signature-type'
const dayInSeconds = 86_400

/** Lets pages of any origin read the response: only for routes whose responses do not depend on a cookie. */
export function allowAnyOrigin(_request: FastifyRequest, reply: FastifyReply, done: () => void): void {
  reply.header('access-control-allow-origin', '*').header('access-control-expose-headers', responseHeaders)
  done()
}

/** Creates the handler of browsers' preflight requests. */
export function createPreflightHandler(methods: string, headers = requestHeaders) {
  return async (_request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> =>
    reply
      .header('access-control-allow-methods', methods)
      .header('access-control-allow-headers', headers)
      .header('access-control-max-age', dayInSeconds)
      .code(204)
      .send()
}
