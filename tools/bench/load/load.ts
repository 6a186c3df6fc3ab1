/** One request of a load. */
export interface Request {
  readonly method: 'GET' | 'POST'
  readonly path: string
  readonly body?: string
  /** In addition to those of the load. Ignored by wrk. */
  readonly headers?: Readonly<Record<string, string>>
}

export interface Load {
  /** The server; each request has its own path. */
  readonly url: URL
  readonly headers: Readonly<Record<string, string>>
  readonly requests: readonly Request[]
}

export interface LoadResult {
  /** Completed requests. */
  readonly requests: number
  readonly seconds: number
  readonly p50Ms: number
  readonly p99Ms: number
  /** Responses other than 2xx, and broken connections. */
  readonly failed: number
}

/** Connections of a load, each with one request at a time. */
export const connections = 64
