import { PackedTxids, type Txids } from '../txids.ts'

/** The ids of 16 million transactions take 512 MiB. Larger blocks aren't followed. */
const maxIds = 16 * 1024 * 1024

/**
 * Maximum size of a block response without the ids. DOGE's includes the merge-mining proof, decoded: each byte of a script in a block of
 * 1 MB can become the 23 characters of `OP_CHECKMULTISIGVERIFY `.
 */
const maxRestBytes = 32 * 1024 * 1024

const byte = { quote: 0x22, comma: 0x2c, open: 0x5b, close: 0x5d, escape: 0x5c, brace: 0x7b, braceEnd: 0x7d }

const isSpace = (code: number): boolean => code === 0x20 || (code >= 0x09 && code <= 0x0d)

/** The value of a lower-case hex digit by its character code; 255 for anything else. */
const digits = new Uint8Array(256).fill(255)
for (const [value, character] of [...'0123456789abcdef'].entries()) digits[character.charCodeAt(0)] = value

/** Where a response lists ids: in the `tx` of its result (`getblock <hash> 1`), or as its result (`getrawmempool`). */
export type TxidList = 'tx' | 'result'

/** Nesting depth of each list's name. */
const depthByList: Readonly<Record<TxidList, number>> = { tx: 2, result: 1 }
const maxNameLength = 'result'.length

/**
 * Parses a response with a list of transaction ids as it arrives. The ids are stored packed; the rest is kept as text, in which the list is
 * empty.
 */
export class BlockTxidParser {
  readonly #listName: TxidList
  readonly #ids = new PackedTxids()
  readonly #rest: Buffer[] = []
  readonly #id = Buffer.alloc(32)
  #restLength = 0
  /** Nesting depth of braces and brackets. */
  #depth = 0
  #inString = false
  /** Whether the last character was a backslash in a string. */
  #escaped = false
  /** The last string read at the result's depth, and the position relative to the list of ids. */
  #name = ''
  #list: 'before' | 'inside' | 'after' = 'before'
  /** Digits of the current id read so far; -1 between ids. */
  #digit = -1
  #needsComma = false

  constructor(list: TxidList = 'tx') {
    this.#listName = list
  }

  /** @throws {Error} the list contains something other than ids, or the response is too long */
  push(chunk: Buffer): void {
    let position = 0
    while (position < chunk.length) {
      if (this.#list === 'inside') position = this.#readIds(chunk, position)
      else {
        const end = this.#list === 'after' ? chunk.length : this.#findList(chunk, position)
        this.#append(chunk.subarray(position, end))
        position = end
      }
    }
  }

  /** The text without the ids, and the ids. Null if the response contained no list of ids. */
  end(): { readonly text: string; readonly txids: Txids | null } {
    const txids = this.#list === 'after' ? this.#ids : null
    return { text: Buffer.concat(this.#rest).toString(), txids }
  }

  #append(bytes: Buffer): void {
    this.#restLength += bytes.length
    if (this.#restLength > maxRestBytes)
      throw new Error(`the response without its ids is longer than ${maxRestBytes} bytes`)
    // Copied because a chunk is a view of a larger buffer.
    this.#rest.push(Buffer.from(bytes))
  }

  /** The position after the list's opening bracket, or the end of the chunk. */
  #findList(chunk: Buffer, from: number): number {
    for (let position = from; position < chunk.length; position++) {
      const code = chunk[position] ?? 0
      if (this.#inString) this.#readString(code)
      else if (code === byte.quote) {
        this.#inString = true
        this.#name = ''
      } else if (
        code === byte.open &&
        this.#depth === depthByList[this.#listName] &&
        this.#name === this.#listName
      ) {
        this.#list = 'inside'
        return position + 1
      } else if (code === byte.open || code === byte.brace) this.#depth++
      else if (code === byte.close || code === byte.braceEnd) this.#depth--
      else if (code === byte.comma) this.#name = ''
    }
    return chunk.length
  }

  #readString(code: number): void {
    if (this.#escaped) this.#escaped = false
    else if (code === byte.escape) this.#escaped = true
    else if (code === byte.quote) {
      this.#inString = false
      return
    }
    // Keeps one character more than the longest list name, so that a longer name doesn't match.
    if (this.#name.length <= maxNameLength) this.#name += String.fromCharCode(code)
  }

  /** The position of the list's closing bracket, or the end of the chunk. */
  #readIds(chunk: Buffer, from: number): number {
    for (let position = from; position < chunk.length; position++) {
      const code = chunk[position] ?? 0
      if (this.#digit >= 0) this.#readDigit(code)
      else if (code === byte.quote && !this.#needsComma) this.#digit = 0
      else if (code === byte.comma && this.#needsComma) this.#needsComma = false
      else if (code === byte.close) {
        this.#list = 'after'
        return position
      } else if (!isSpace(code)) throw new Error('the response lists something other than ids')
    }
    return chunk.length
  }

  #readDigit(code: number): void {
    if (this.#digit === 64) {
      if (code !== byte.quote) throw new Error('the response lists something other than ids')
      if (this.#ids.size === maxIds) throw new Error(`the response lists more than ${maxIds} transactions`)
      this.#ids.add(this.#id)
      this.#digit = -1
      this.#needsComma = true
      return
    }
    const value = digits[code] ?? 255
    if (value > 15) throw new Error('the response lists something other than ids')
    const byteIndex = this.#digit >> 1
    this.#id[byteIndex] = this.#digit % 2 === 0 ? value << 4 : (this.#id[byteIndex] ?? 0) | value
    this.#digit++
  }
}
