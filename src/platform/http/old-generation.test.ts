import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { test } from 'node:test'
import { fileURLToPath } from 'node:url'

const module = fileURLToPath(new URL('./old-generation.ts', import.meta.url))
const mebibyte = 1024 * 1024

/** The limit in MiB in a process that is started with these options. */
function readLimit(execArgv: readonly string[], nodeOptions = ''): number {
  const script = `import { maxOldGenerationBytes } from ${JSON.stringify(module)}; console.log(maxOldGenerationBytes)`
  const args = [...execArgv, '--input-type=module', '--eval', script]
  const output = execFileSync(process.execPath, args, {
    encoding: 'utf8',
    env: { ...process.env, NODE_OPTIONS: nodeOptions },
  })
  return Number(output) / mebibyte
}

test('the limit of the old generation leaves out the young one, which Node counts in the limit of the heap', () => {
  assert.equal(readLimit(['--max-old-space-size=96']), 96)
  assert.equal(readLimit(['--max-old-space-size=96', '--max-semi-space-size=8']), 96)
  assert.equal(readLimit(['--max_old_space_size=96', '--max_semi_space_size=8']), 96)
  assert.equal(readLimit([], '--max-old-space-size=96 --max-semi-space-size=8'), 96)
})

test('a limit of the whole heap that is hardly larger than the young generation still leaves a quarter of it', () => {
  assert.equal(readLimit(['--max-heap-size=200']), 50)
})
