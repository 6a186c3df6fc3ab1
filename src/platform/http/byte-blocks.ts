import type { Steps } from '../../kernel/steps.ts'

const minBlockBytes = 1024
const maxBlockBytes = 16 * 1024
/** Copied in less than a millisecond, including the system's allocation of fresh memory. */
const bytesPerStep = 256 * 1024

export interface ByteBlocks {
  /** Copies a part: the socket reuses its read buffer. */
  readonly add: (part: Uint8Array) => void
  /** Number of buffers in use. */
  readonly count: () => number
  readonly join: () => Steps<Buffer>
}

/**
 * Bytes that arrive in parts. A buffer takes some 340 bytes of memory even for a part of one byte, so parts are copied into shared blocks,
 * and memory stays in proportion to the bytes. A block is no larger than everything before it, so that a short body doesn't take a full one.
 */
export function createByteBlocks(): ByteBlocks {
  const blocks: Buffer[] = []
  let length = 0
  let free = 0
  return { add, count: () => blocks.length, join }

  function add(part: Uint8Array): void {
    for (let from = 0; from < part.length; ) {
      const block = free > 0 ? blocks.at(-1) : undefined
      const target = block ?? addBlock(part.length - from)
      const piece = part.subarray(from, from + free)
      target.set(piece, target.length - free)
      from += piece.length
      free -= piece.length
      length += piece.length
    }
  }

  function addBlock(partBytes: number): Buffer {
    const bytes = Math.min(maxBlockBytes, Math.max(minBlockBytes, length, partBytes))
    const block = Buffer.allocUnsafe(bytes)
    blocks.push(block)
    free = bytes
    return block
  }

  /** In steps: copying 32 MB in one go blocks the event loop for 30 ms and more. */
  function* join(): Steps<Buffer> {
    const [only] = blocks
    if (only && blocks.length === 1) return only.subarray(0, length)
    const body = Buffer.allocUnsafe(length)
    let offset = 0
    let stepEnd = bytesPerStep
    for (const block of blocks) {
      offset += block.copy(body, offset)
      if (offset < stepEnd) continue
      stepEnd = offset + bytesPerStep
      yield
    }
    return body
  }
}
