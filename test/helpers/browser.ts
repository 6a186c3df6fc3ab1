import assert from 'node:assert/strict'
import { createStores } from '../../src/composition/stores.ts'
import { digestOf, newId, newSecret } from '../../src/kernel/ids.ts'
import type { Reply, Request, Service } from './service.ts'

export type Fields = Readonly<Record<string, string>>

/** A browser without scripts: it keeps cookies, and says where its forms come from. */
export function openBrowser(
  { request, baseUrl }: Pick<Service, 'request' | 'baseUrl'>,
  usual: Readonly<Record<string, string>> = {},
) {
  const jar = new Map<string, string>()
  return { jar, get, post, ask, cookieHeader, submit, signIn, register }

  function cookieHeader(): string {
    return [...jar].map(([name, value]) => `${name}=${value}`).join('; ')
  }

  async function ask(path: string, { headers, ...more }: Request = {}): Promise<Reply> {
    const cookies = jar.size > 0 ? { cookie: cookieHeader() } : {}
    const all = { 'accept-language': 'en', ...cookies, ...usual, ...headers }
    const reply = await request(path, { token: null, ...more, headers: all })
    for (const line of [reply.headers['set-cookie'] ?? []].flat()) keep(String(line))
    return reply
  }

  function keep(line: string): void {
    const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? []
    if (/Max-Age=0(;|$)/.test(line)) jar.delete(name)
    else jar.set(name, value)
  }

  function get(path: string): Promise<Reply> {
    return ask(path)
  }

  /** A form of a page of ours, sent. */
  function post(path: string, fields: Fields = {}, headers: Fields = {}): Promise<Reply> {
    const own = { origin: new URL(baseUrl).origin, 'sec-fetch-site': 'same-origin' }
    const type = { 'content-type': 'application/x-www-form-urlencoded' }
    const body = new URLSearchParams(fields).toString()
    return ask(path, { method: 'POST', body, headers: { ...type, ...own, ...headers } })
  }

  /** The same, where it must succeed: where it leads to. */
  async function submit(path: string, fields: Fields = {}): Promise<string> {
    const { status, headers, text } = await post(path, fields)
    assert.equal(status, 303, alertOf(text) ?? text)
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

/** A browser in which the account is signed in already, whether it has a password or not. */
export async function openBrowserOf(
  service: Pick<Service, 'request' | 'baseUrl' | 'database' | 'clock'>,
  accountId: number,
): Promise<TestBrowser> {
  const browser = openBrowser(service)
  const [secret, now] = [newSecret(), service.clock.now()]
  const session = { id: `ses_${newId(now)}`, accountId, createdAt: now, lastSeenAt: now }
  await service.database.transact((sql) =>
    createStores(sql).sessions.insert({ ...session, device: '', address: '', digest: digestOf(secret) }),
  )
  browser.jar.set('session', secret)
  return browser
}

/** What is read out as wrong on a page; null: nothing. */
export function alertOf(page: string): string | null {
  const [, found = null] = /role="alert">[\s\S]*?<p>([\s\S]*?)<\/p>/.exec(page) ?? []
  return found && unescaped(found.replace(/<[^>]+>/g, ''))
}

/** What a hidden or shown field of a page holds. */
export function fieldOf(page: string, name: string): string | null {
  const [input] = new RegExp(`<input[^>]* name="${name}"[^>]*>`).exec(page) ?? []
  const [, value = null] = /value="([^"]*)"/.exec(input ?? '') ?? []
  return value && unescaped(value)
}

const unescaped = (text: string): string =>
  text.replace(/&#(\d+);/g, (_whole, code) => String.fromCharCode(Number(code)))
