import assert from 'node:assert/strict'
import type { Reply, Request, Service } from '../helpers/service.ts'

/** Requests the checkout page as a browser does. */
export function browse(
  { request }: Pick<Service, 'request'>,
  path: string,
  { headers, ...more }: Request = {},
): Promise<Reply> {
  const defaultHeaders = { accept: 'text/html,application/xhtml+xml;q=0.9', 'accept-language': 'en' }
  return request(path, { token: null, ...more, headers: { ...defaultHeaders, ...headers } })
}

/** The whole page of an invoice. Fails the test unless it exists. */
export async function readPage(service: Pick<Service, 'request'>, uid: string, query = ''): Promise<string> {
  const { status, text } = await browse(service, `/checkout/${uid}${query}`)
  assert.equal(status, 200, text)
  return text
}

export const getTitle = (page: string): string => unescaped(/<title>([^<]*)</.exec(page)?.[1] ?? '')

/** The visible text of the page, on one line. */
export const getWords = (page: string): string =>
  unescaped(
    page
      .replace(/<(script|style|head)[\s\S]*?<\/\1>/g, '')
      .replace(/<span class="group">(\d+)<\/span>/g, '$1')
      .replace(/<[^>]+>/g, ' ')
      .replace(/\s+/g, ' '),
  )

/** The state of the page, as shown and as announced to screen readers. */
export const getStatus = (page: string): string =>
  unescaped(
    /<p class="status" id="status" role="status"[\s\S]*?<span id="status-text">([^<]*)</.exec(page)?.[1] ??
      '',
  )

/** Payment links anywhere on the page, including attributes. */
export const findLinks = (page: string): string[] => [
  ...new Set([...page.matchAll(/[a-z]+:\?r=[^"<\s]+/g)].map(([link]) => link)),
]

function unescaped(text: string): string {
  return text.replace(/&#(\d+);/g, (_whole, code) => String.fromCharCode(Number(code)))
}
