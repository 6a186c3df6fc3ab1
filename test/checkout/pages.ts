import assert from 'node:assert/strict'
import type { Reply, Request, Service } from '../helpers/service.ts'

/** Asks for the checkout page as a browser does. */
export function browse(
  { request }: Pick<Service, 'request'>,
  path: string,
  { headers, ...more }: Request = {},
): Promise<Reply> {
  const usual = { accept: 'text/html,application/xhtml+xml;q=0.9', 'accept-language': 'en' }
  return request(path, { token: null, ...more, headers: { ...usual, ...headers } })
}

/** The page of an invoice, whole; fails the test unless it is there. */
export async function pageOf(service: Pick<Service, 'request'>, uid: string, query = ''): Promise<string> {
  const { status, text } = await browse(service, `/checkout/${uid}${query}`)
  assert.equal(status, 200, text)
  return text
}

export const titleOf = (page: string): string => unescaped(/<title>([^<]*)</.exec(page)?.[1] ?? '')

/** What stands on the page for readers, on one line. */
export const wordsOf = (page: string): string =>
  unescaped(
    page
      .replace(/<(script|style|head)[\s\S]*?<\/\1>/g, '')
      .replace(/<span class="group">(\d+)<\/span>/g, '$1')
      .replace(/<[^>]+>/g, ' ')
      .replace(/\s+/g, ' '),
  )

/** What the page's state is said to be, to those who see it and to those who hear it. */
export const statusOf = (page: string): string =>
  unescaped(
    /<p class="status" id="status" role="status"[\s\S]*?<span id="status-text">([^<]*)</.exec(page)?.[1] ??
      '',
  )

/** Payment links anywhere on the page, in attributes too. */
export const linksOf = (page: string): string[] => [
  ...new Set([...page.matchAll(/[a-z]+:\?r=[^"<\s]+/g)].map(([link]) => link)),
]

function unescaped(text: string): string {
  return text.replace(/&#(\d+);/g, (_whole, code) => String.fromCharCode(Number(code)))
}
