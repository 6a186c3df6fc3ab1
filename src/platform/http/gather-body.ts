import type { FastifyRequest, RequestPayload } from 'fastify'
import { ApiError } from '../../kernel/api-error.ts'
import { type RunSteps, runToEnd } from '../../kernel/steps.ts'
import { type ByteBlocks, createByteBlocks } from './byte-blocks.ts'

/** The client disconnected before its body arrived. Not a server error. */
export class ClientDisconnectedError extends Error {}

/** This many chunks may have any size, because some clients write a body token by token. Each chunk costs a pass through the HTTP parser. */
const maxSmallParts = 4_096
/** The minimum average size of further chunks. Packets and chunks of ordinary clients are far larger. */
const minPartBytes = 64

interface GatherOptions {
  /** Defaults to the route's limit. */
  readonly maxBytes?: number
  /** By default parts are joined synchronously: for bodies that are known to be small. */
  readonly runSteps?: RunSteps
}

type BodyRequest = Pick<FastifyRequest, 'headers' | 'routeOptions'> &
  Partial<Pick<FastifyRequest, 'submission'>>

/**
 * Gathers a body as Fastify does with `parseAs: 'buffer'`, but in steps, and with memory in proportion to its bytes, however small its
 * parts are.
 * @throws {ApiError} `body_too_large`, `json_invalid` when its length differs from Content-Length, `body_invalid` when it comes in too many
 * small parts, `unavailable` when there is no memory for it
 * @throws {ClientDisconnectedError}
 */
export async function gatherBody(
  { headers, routeOptions, submission }: BodyRequest,
  payload: RequestPayload,
  { maxBytes = routeOptions.bodyLimit, runSteps = async (steps) => runToEnd(steps) }: GatherOptions = {},
): Promise<Buffer> {
  // If the client disconnected earlier, for example during authentication, the stream emits no more events.
  if (payload.destroyed) throw new ClientDisconnectedError()
  const contentLength = Number(headers['content-length'])
  if (contentLength > maxBytes) throw new ApiError('body_too_large')
  const blocks = createByteBlocks()
  const reserve = (bytes: number) => submission?.share.reserve(bytes) ?? true
  const length = await readPayload(payload, blocks, { maxBytes, reserve })
  if (!Number.isNaN(contentLength) && length !== contentLength)
    throw new ApiError('json_invalid', 'its length differs from Content-Length')
  return runSteps(blocks.join())
}

const tooManyPartsMessage = 'The body arrives in too many small chunks: send chunks of 64 bytes or more.'

interface ReadLimits {
  readonly maxBytes: number
  /** False when there is no memory for this many more bytes. */
  readonly reserve: (bytes: number) => boolean
}

/** Reads to the end or to a limit, and ignores the rest. Resolves to the length. */
function readPayload(payload: RequestPayload, blocks: ByteBlocks, limits: ReadLimits): Promise<number> {
  const { promise, resolve, reject } = Promise.withResolvers<number>()
  let length = 0
  let parts = 0
  const onData = (part: Buffer) => {
    length += part.length
    parts++
    if (length > limits.maxBytes) end(new ApiError('body_too_large'))
    else if (parts > maxSmallParts + length / minPartBytes)
      end(new ApiError('body_invalid', tooManyPartsMessage))
    else if (!limits.reserve(part.length)) end(new ApiError('unavailable'))
    else blocks.add(part)
  }
  const onEnd = () => end(null)
  // A body may also be aborted on our side, with the error to send.
  const onError = (error: Error) => end(error instanceof ApiError ? error : new ClientDisconnectedError())
  payload.on('data', onData)
  payload.on('end', onEnd)
  payload.on('error', onError)
  payload.resume()
  return promise

  function end(error: Error | null): void {
    payload.removeListener('data', onData)
    payload.removeListener('end', onEnd)
    payload.removeListener('error', onError)
    if (error) reject(error)
    else resolve(length)
  }
}
