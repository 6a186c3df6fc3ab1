import assert from 'node:assert/strict'
import { createStores } from '../../src/composition/stores.ts'
import { generateId, generateSecret, hashSecret } from '../../src/kernel/ids.ts'
import type { Reply, Request, Service } from './service.ts'

export type Fields = Readonly<Record<string, string>>

/** A browser without scripts: it stores cookies, and sends the origin of its forms. */
export function openBrowser(
  { request, baseUrl }: Pick<Service, 'request' | 'baseUrl'>,
  defaultHeaders: Readonly<Record<string, string>> = {},
) {
  const jar = new Map<string, string>()
  return { jar, get, post, sendRequest, cookieHeader, submit, signIn, register }

  function cookieHeader(): string {
    return [...jar].map(([name, value]) => `${name}=${value}`).join('; ')
  }

  async function sendRequest(path: string, { headers, ...more }: Request = {}): Promise<Reply> {
    const cookies = jar.size > 0 ? { cookie: cookieHeader() } : {}
    const all = { 'accept-language': 'en', ...cookies, ...defaultHeaders, ...headers }
    const reply = await request(path, { token: null, ...more, headers: all })
    for (const line of [reply.headers['set-cookie'] ?? []].flat()) storeCookie(String(line))
    return reply
  }

  function storeCookie(line: string): void {
    const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? []
    if (/Max-Age=0(;|$)/.test(line)) jar.delete(name)
    else jar.set(name, value)
  }

  function get(path: string): Promise<Reply> {
    return sendRequest(path)
  }

  /** Submits a form of one of our pages. */
  function post(path: string, fields: Fields = {}, headers: Fields = {}): Promise<Reply> {
    const sameOrigin = { origin: new URL(baseUrl).origin, 'sec-fetch-site': 'same-origin' }
    const type = { 'content-type': 'application/x-www-form-urlencoded' }
    const body = new URLSearchParams(fields).toString()
    return sendRequest(path, { method: 'POST', body, headers: { ...type, ...sameOrigin, ...headers } })
  }

  /** The same for a form that must succeed; returns the redirect's target. */
  async function submit(path: string, fields: Fields = {}): Promise<string> {
    const { status, headers, text } = await post(path, fields)
    assert.equal(status, 303, getAlert(text) ?? text)
    return String(headers.location)
  }

  async function register(email: string, password: string): Promise<string> {
    return submit('/register', { email, password })
  }

  async function signIn(email: string, password: string): Promise<string> {
    return submit('/login', { email, password })
  }
}

export type TestBrowser = ReturnType<typeof openBrowser>

/** A browser in which the account is signed in, with or without a password. */
export async function openSignedInBrowser(
  service: Pick<Service, 'request' | 'baseUrl' | 'database' | 'clock'>,
  accountId: number,
): Promise<TestBrowser> {
  const browser = openBrowser(service)
  const [secret, now] = [generateSecret(), service.clock.now()]
  const session = { id: `ses_${generateId(now)}`, accountId, createdAt: now, lastSeenAt: now }
  await service.database.transact((sql) =>
    createStores(sql).sessions.insert({ ...session, device: '', address: '', digest: hashSecret(secret) }),
  )
  browser.jar.set('session', secret)
  return browser
}

/** The error that a page announces; null if there is none. */
export function getAlert(page: string): string | null {
  const [, found = null] = /role="alert">[\s\S]*?<p>([\s\S]*?)<\/p>/.exec(page) ?? []
  return found && unescapeHtml(found.replace(/<[^>]+>/g, ''))
}

/** The value of a hidden or visible field of a page. */
export function getField(page: string, name: string): string | null {
  const [input] = new RegExp(`<input[^>]* name="${name}"[^>]*>`).exec(page) ?? []
  const [, value = null] = /value="([^"]*)"/.exec(input ?? '') ?? []
  return value && unescapeHtml(value)
}

const unescapeHtml = (text: string): string =>
  text.replace(/&#(\d+);/g, (_whole, code) => String.fromCharCode(Number(code)))
