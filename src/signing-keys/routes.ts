import type { FastifyReply } from 'fastify'
import Type from 'typebox'
import { ApiError } from '../kernel/api-error.ts'
import { allowAnyOrigin, createPreflightHandler } from '../platform/http/cors.ts'
import { strict, time } from '../platform/http/schema-parts.ts'
import type { Server } from '../platform/http/server.ts'
import type { SigningKeyFollower } from './follow.ts'

const PublishedKeys = Type.Object(
  {
    owner: Type.String(),
    expirationDate: Type.String({ format: 'date-time', description: 'When the first of the keys expires' }),
    validDomains: Type.Array(Type.String(), { description: 'Host names that the keys are valid for' }),
    publicKeys: Type.Array(Type.String(), {
      description: 'Compressed secp256k1 public keys in hex, newest first',
    }),
  },
  strict,
)

const KeySignatures = Type.Object(
  {
    keyHash: Type.String(),
    signatures: Type.Array(
      Type.Object(
        {
          created: time,
          identifier: Type.String({ description: 'Fingerprint of a GPG key, in hex' }),
          signature: Type.String({ description: 'The armored detached signature, in hex' }),
        },
        strict,
      ),
    ),
  },
  strict,
)

const defineRoute = (summary: string, response: typeof PublishedKeys | typeof KeySignatures) =>
  ({
    config: { access: 'public' },
    onRequest: allowAnyOrigin,
    schema: { summary, tags: ['Payments'], response: { 200: response } },
  }) as const

/**
 * `GET /signingKeys/paymentProtocol.json`: the keys that sign payment requests. `GET /signatures/{keyHash}.json`: GPG signatures of that
 * list.
 */
export function registerSigningKeyRoutes(
  app: Server,
  { getKeyList }: Pick<SigningKeyFollower, 'getKeyList'>,
): void {
  const keysUrl = '/signingKeys/paymentProtocol.json'
  const signaturesUrl = '/signatures/:file'
  app.get(
    keysUrl,
    defineRoute('Lists the keys that sign payment requests', PublishedKeys),
    async (_request, reply) => send(reply, getKeyList().text),
  )
  app.get<{ Params: { file: string } }>(
    signaturesUrl,
    defineRoute('Lists the GPG signatures of the key list with this SHA-256', KeySignatures),
    async (request, reply) => {
      const { keyHash, signatures } = getKeyList()
      if (request.params.file !== `${keyHash}.json`) throw new ApiError('not_found')
      return send(reply, JSON.stringify({ keyHash, signatures }))
    },
  )
  for (const url of [keysUrl, signaturesUrl]) {
    app.options(
      url,
      { config: { access: 'public' }, onRequest: allowAnyOrigin },
      createPreflightHandler('GET, HEAD, OPTIONS'),
    )
  }
}

/** Caches must revalidate: a withdrawn key is no longer valid. */
const send = (reply: FastifyReply, text: string): FastifyReply =>
  reply
    .header('content-type', 'application/json; charset=utf-8')
    .header('cache-control', 'no-cache')
    .send(text)
