import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Flaw, Front } from './front.ts'

/** What is wrong with the server; the finding, as dialect and check; the flaw. */
export type Row = readonly [wrong: string, finding: string, flaw: Flaw]

/** Each flaw is found, and nothing else is. */
export function catches(front: Front, of: string, rows: readonly Row[]): void {
  for (const [wrong, finding, flaw] of rows)
    test(`${of}: ${wrong}`, async () => {
      const { ok, findings } = await front.reportOn(flaw)
      assert.deepEqual(
        findings.map(({ dialect, check }) => `${dialect} ${check}`),
        [finding],
        JSON.stringify(findings, null, 2),
      )
      assert.equal(ok, false)
    })
}
