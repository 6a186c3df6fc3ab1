import type { FastifyReply } from 'fastify'

/** Sends text that is already JSON: amounts in it never pass through a float. It is never cached. */
export const sendJson = (reply: FastifyReply, text: string | Buffer): FastifyReply =>
  reply
    .header('content-type', 'application/json; charset=utf-8')
    .header('cache-control', 'no-store')
    .send(text)

/** 204: success without a body. */
export const sendNoContent = (reply: FastifyReply): FastifyReply => reply.code(204).send()
