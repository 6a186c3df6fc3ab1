import type { FastifyReply } from 'fastify'

/** An answer that is JSON text already: amounts in it never pass through a float. Nobody keeps it. */
export const sendJson = (reply: FastifyReply, text: string): FastifyReply =>
  reply
    .header('content-type', 'application/json; charset=utf-8')
    .header('cache-control', 'no-store')
    .send(text)

/** 204: done, and nothing to say. */
export const sendNothing = (reply: FastifyReply): FastifyReply => reply.code(204).send()
