import assert from 'node:assert/strict'
import axe from 'axe-core'
import type { Watched } from './browser.ts'

interface Finding {
  readonly id: string
  readonly impact: string | null
  readonly nodes: readonly { readonly html: string; readonly failureSummary?: string }[]
}

const rules = { runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'] }

/** Nothing that axe finds on the page is serious. */
export async function assertAccessible({ page }: Pick<Watched, 'page'>): Promise<void> {
  // Evaluated by the browser's debugger: the page's policy lets no such script in.
  await page.evaluate(axe.source)
  const found = (await page.evaluate(
    `axe.run(document, ${JSON.stringify(rules)}).then((each) => each.violations)`,
  )) as Finding[]
  const serious = found.filter(({ impact }) => impact === 'serious' || impact === 'critical')
  assert.deepEqual(
    serious.map(({ id, nodes }) => [
      id,
      nodes.map(({ html, failureSummary }) => `${html} ${failureSummary}`),
    ]),
    [],
  )
}

/** The page is as every page of ours must be: without a fault, a sideways scroll, or a question to others. */
export async function assertSoundPage({ page, faults, asked }: Watched, baseUrl: string): Promise<void> {
  await assertFits(page)
  assert.deepEqual(faults, [])
  assert.deepEqual(
    asked.filter((url) => !url.startsWith(`${baseUrl}/`)),
    [],
  )
}

/** Nothing is wider than the screen. */
export async function assertFits(page: Watched['page']): Promise<void> {
  // A click waits for the next page alone, not for its stylesheets.
  await page.waitForLoadState('load')
  const beyond = await page.evaluate(
    'document.documentElement.scrollWidth - document.documentElement.clientWidth',
  )
  assert.ok(Number(beyond) <= 0, `the page is ${beyond} px wider than the screen`)
}
