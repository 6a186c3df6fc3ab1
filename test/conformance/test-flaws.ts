import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { FaultyService, Flaw } from './faulty-service.ts'

/** A description of the flaw; the expected finding, as protocol and check; the flaw. */
export type Row = readonly [wrong: string, finding: string, flaw: Flaw]

/** Tests that each flaw gives its finding, and no other. */
export function testFlaws(faultyService: FaultyService, of: string, rows: readonly Row[]): void {
  for (const [wrong, finding, flaw] of rows)
    test(`${of}: ${wrong}`, async () => {
      const { ok, findings } = await faultyService.reportOn(flaw)
      assert.deepEqual(
        findings.map(({ dialect, check }) => `${dialect} ${check}`),
        [finding],
        JSON.stringify(findings, null, 2),
      )
      assert.equal(ok, false)
    })
}
