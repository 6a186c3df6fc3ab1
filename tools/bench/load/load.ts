/** One request of a load. */
export interface Request {
  readonly method: 'GET' | 'POST'
  readonly path: string
  readonly body?: string
}

export interface Load {
  /** Where to; its path is that of each request. */
  readonly url: URL
  readonly headers: Readonly<Record<string, string>>
  readonly requests: readonly Request[]
}

export interface Loaded {
  /** Answered. */
  readonly requests: number
  readonly seconds: number
  readonly p50Ms: number
  readonly p99Ms: number
  /** Answers with another status than 2xx, and connections that broke. */
  readonly failed: number
}

/** Connections of a load, each with one request under way. */
export const connections = 64
