import assert from 'node:assert/strict'
import { createManualClock } from '../../src/kernel/clock.ts'
import { openSignedInBrowser } from './browser.ts'
import type { TestScope } from './databases.ts'
import { insertSales, type Sale } from './insert-sales.ts'
import { startService } from './service.ts'

export const noon = Date.parse('2026-03-30T12:00:00.000Z')

/** A service with a stopped clock, and merchants with overviews. */
export async function startOverview(t: TestScope) {
  const clock = createManualClock(noon)
  const service = await startService(t, { listen: true, clock, destinations: ['LTC'] })
  return { ...service, clock, seller }

  /** A signed-in merchant in that time zone, with these sales. */
  async function seller(
    name: string,
    sales: readonly Sale[],
    { zone = 'UTC', currency = 'USD' }: { zone?: string; currency?: string } = {},
  ) {
    const merchant = await service.anotherMerchant(name, ['LTC'], currency)
    await service.accounts.change(merchant.email, { timeZone: zone })
    const uids = await insertSales(service, merchant.id, sales)
    const browser = await openSignedInBrowser(service, merchant.id)
    const readPage = async (query = ''): Promise<string> => {
      const { status, text } = await browser.get(`/dashboard${query}`)
      assert.equal(status, 200, text)
      return text
    }
    return { ...merchant, uids, browser, readPage }
  }
}

export const getPlainText = (page: string): string =>
  page
    .replace(/<[^>]+>/g, ' ')
    .replace(/&#(\d+);/g, (_whole, code) => String.fromCharCode(Number(code)))
    .replace(/\s+/g, ' ')

/** The three cards: today, 7 days, 30 days. */
export const cards = (page: string): string[] => {
  const [, list = ''] = /<ul class="cards revenue-cards">([\s\S]*?)<p class="hint">/.exec(page) ?? []
  return list
    .split('<li class="card figure">')
    .slice(1)
    .map((each) => getPlainText(each).trim())
}

/** The table of a chart, row by row. */
export function getRows(page: string, caption: string): string[] {
  const [, table = ''] =
    new RegExp(
      `<table class="summary-table"><caption class="visually-hidden">${caption}</caption>([\\s\\S]*?)</table>`,
    ).exec(page) ?? []
  const [, body = ''] = table.split('<tbody>')
  return body
    .split('<tr>')
    .slice(1)
    .map((each) => getPlainText(each).trim())
}

export const findLinks = (page: string): string[] =>
  [...page.matchAll(/href="([^"]*\/dashboard\/invoices\?[^"]*)"/g)].map(([, href = '']) =>
    href.replaceAll('&#38;', '&'),
  )

/** The figures that link to their rows: a sum, and the number of rows. */
export function findFigures(page: string): { href: string; sum: string; count: number }[] {
  const links = [...page.matchAll(/<a class="figure-link" href="([^"]*)">([\s\S]*?)<\/a>/g)]
  return links.flatMap(([, href = '', sum = ''], index) => {
    if (index % 2 === 1) return []
    const [, sameHref, count = ''] = links[index + 1] ?? assert.fail()
    assert.equal(sameHref, href)
    const number = Number(/\d+$/.exec(getPlainText(count).trim()))
    return [{ href: href.replaceAll('&#38;', '&'), sum: getPlainText(sum).trim(), count: number }]
  })
}
