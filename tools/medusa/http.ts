import { setTimeout as sleep } from 'node:timers/promises'

/** Parsed JSON of a response. Its fields are only checked where a step asserts them. */
// biome-ignore lint/suspicious/noExplicitAny: the responses of another server, without types of ours
export type Json = any

export interface Answer {
  readonly status: number
  readonly json: Json
}

export interface RequestOptions {
  readonly method?: string
  readonly body?: object | string
  readonly headers?: Readonly<Record<string, string>>
}

export type Api = ReturnType<typeof createApi>

const timeoutMs = 120_000

/** A JSON API with headers for every request. */
export function createApi(baseUrl: string, fixedHeaders: Readonly<Record<string, string>> = {}) {
  return { request, get, post }

  async function request(path: string, { method, body, headers }: RequestOptions = {}): Promise<Answer> {
    const response = await fetch(`${baseUrl}${path}`, {
      method: method ?? (body === undefined ? 'GET' : 'POST'),
      headers: { 'content-type': 'application/json', ...fixedHeaders, ...headers },
      signal: AbortSignal.timeout(timeoutMs),
      ...(body !== undefined && { body: typeof body === 'string' ? body : JSON.stringify(body) }),
    })
    const text = await response.text()
    return { status: response.status, json: parse(text) }
  }

  async function get(path: string): Promise<Json> {
    return requireSuccess(path, await request(path))
  }

  async function post(path: string, body: object = {}): Promise<Json> {
    return requireSuccess(path, await request(path, { body }))
  }
}

function requireSuccess(path: string, { status, json }: Answer): Json {
  if (status >= 200 && status < 300) return json
  throw new Error(`${path}: ${status} ${JSON.stringify(json)}`)
}

function parse(text: string): Json {
  try {
    return JSON.parse(text)
  } catch {
    return text
  }
}

const maxWaitMs = 300_000

/** Waits until a value isn't null. */
export async function waitFor<Value>(name: string, find: () => Promise<Value | null>): Promise<Value> {
  const end = performance.now() + maxWaitMs
  for (;;) {
    const value = await find()
    if (value !== null) return value
    if (performance.now() > end) throw new Error(`${name}: not within ${maxWaitMs / 1_000} s`)
    await sleep(500)
  }
}
