import { Duplex } from 'node:stream'
import { type AttemptErrorCode, WebhookUnreachableError } from './attempt-error.ts'

/** Received bytes are passed on in slices of this size, so that `allow` can raise the limit in between. */
const sliceBytes = 4 * 1024

interface BoundedConnectionOptions {
  readonly maxBytes: number
  readonly code: AttemptErrorCode
  /** Runs `work` now or later, but in order. Nothing more is read from the connection until it has run. */
  readonly run?: (work: () => void) => unknown
}

/**
 * A connection that is destroyed when it has received too much. Node's TLS and HTTP parsers process all data that arrives, certificates and
 * `1xx` responses included, before our code sees any of it.
 */
export class BoundedConnection extends Duplex {
  readonly #inner: Duplex
  readonly #code: AttemptErrorCode
  #remaining: number
  #isReceiving = false

  /** Limits the received bytes to `maxBytes` until `allow` is called. Above the limit, the connection fails with `code`. */
  constructor(inner: Duplex, { maxBytes, code, run = (work) => work() }: BoundedConnectionOptions) {
    super()
    this.#inner = inner
    this.#remaining = maxBytes
    this.#code = code
    inner.on('data', (chunk: Buffer) => {
      inner.pause()
      this.#isReceiving = true
      run(() => this.#receive(chunk))
    })
    inner.once('end', () => run(() => this.push(null)))
    inner.once('error', (error) => this.destroy(error))
    inner.once('close', () => run(() => this.destroy()))
  }

  /** Resets the limit: from now on, up to this many more bytes. */
  allow(maxBytes: number): void {
    this.#remaining = maxBytes
  }

  #receive(chunk: Buffer): void {
    let hasRoom = true
    for (let start = 0; start < chunk.length && !this.destroyed; start += sliceBytes) {
      const slice = chunk.subarray(start, start + sliceBytes)
      this.#remaining -= slice.length
      if (this.#remaining < 0) return void this.destroy(new WebhookUnreachableError(this.#code))
      hasRoom = this.push(slice)
    }
    this.#isReceiving = false
    if (hasRoom) this.#inner.resume()
  }

  override _read(): void {
    if (!this.#isReceiving) this.#inner.resume()
  }

  override _write(chunk: Buffer, encoding: BufferEncoding, done: (error?: Error | null) => void): void {
    this.#inner.write(chunk, encoding, done)
  }

  override _final(done: () => void): void {
    this.#inner.end(done)
  }

  override _destroy(error: Error | null, done: (error?: Error | null) => void): void {
    this.#inner.destroy()
    done(error)
  }
}
