/** The transaction ids of a block or a mempool. BSV blocks hold millions, and a string for each would take gigabytes. */
export interface Txids {
  readonly size: number
  /** The ids in `txids` that are among these, found in one pass. */
  intersect(txids: Iterable<string>): Set<string>
  /** The key of each id, in order: see `toTxidKey`. */
  getKeys(): Float64Array
  /** The ids at these indexes. */
  pick(indexes: readonly number[]): string[]
}

const bytesPerId = 32
const wordsPerId = bytesPerId / 4
const minChunkIds = 128
const maxChunkIds = 32_768

/** 52 bits of an id, which is a hash: an integer that a float holds exactly. */
export const toTxidKey = (txid: string): number => Number.parseInt(txid.slice(0, 13), 16)

/** Ids packed at 32 bytes each. */
export class PackedTxids implements Txids {
  size = 0
  readonly #chunks: { readonly bytes: Buffer; readonly words: Uint32Array; used: number }[] = []

  /** @param ids 64 hex digits each */
  static of(ids: Iterable<string>): PackedTxids {
    const packed = new PackedTxids()
    for (const id of ids) packed.add(Buffer.from(id, 'hex'))
    return packed
  }

  /** @param id 32 bytes, in the byte order of its hex form */
  add(id: Uint8Array): void {
    let chunk = this.#chunks.at(-1)
    if (!chunk || chunk.used === chunk.bytes.length) {
      const buffer = new ArrayBuffer(bytesPerId * Math.min(maxChunkIds, Math.max(minChunkIds, this.size)))
      chunk = { bytes: Buffer.from(buffer), words: new Uint32Array(buffer), used: 0 }
      this.#chunks.push(chunk)
    }
    chunk.bytes.set(id, chunk.used)
    chunk.used += bytesPerId
    this.size++
  }

  intersect(txids: Iterable<string>): Set<string> {
    const byWord = new Map<number, string[]>()
    for (const id of txids) {
      const word = new Uint32Array(Uint8Array.from(Buffer.from(id, 'hex').subarray(0, 4)).buffer)[0] ?? 0
      byWord.set(word, [...(byWord.get(word) ?? []), id])
    }
    const foundTxids = new Set<string>()
    if (byWord.size === 0) return foundTxids
    for (const { bytes, words, used } of this.#chunks)
      for (let wordIndex = 0; wordIndex < used / 4; wordIndex += wordsPerId) {
        const ids = byWord.get(words[wordIndex] ?? 0)
        if (!ids) continue
        const id = bytes.toString('hex', wordIndex * 4, wordIndex * 4 + bytesPerId)
        if (ids.includes(id)) foundTxids.add(id)
      }
    return foundTxids
  }

  getKeys(): Float64Array {
    const keys = new Float64Array(this.size)
    let next = 0
    for (const { bytes, used } of this.#chunks)
      for (let offset = 0; offset < used; offset += bytesPerId)
        keys[next++] = bytes.readUInt32BE(offset) * 0x10_0000 + (bytes.readUIntBE(offset + 4, 3) >>> 4)
    return keys
  }

  pick(indexes: readonly number[]): string[] {
    return indexes.map((index) => {
      let offset = index * bytesPerId
      for (const { bytes, used } of this.#chunks) {
        if (offset < used) return bytes.toString('hex', offset, offset + bytesPerId)
        offset -= used
      }
      throw new RangeError(`there is no transaction ${index}`)
    })
  }
}
