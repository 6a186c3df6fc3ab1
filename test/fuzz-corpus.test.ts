import assert from 'node:assert/strict'
import { test } from 'node:test'
import { readCorpus } from '../tools/fuzz/corpus.ts'
import { targets } from '../tools/fuzz/targets/index.ts'

for (const [name, target] of targets) {
  test(`${name}: every input kept by the fuzzer is parsed correctly, or rejected with its code`, () => {
    const inputs = readCorpus(name)
    assert.ok(inputs.length > 0, 'the corpus is missing')
    for (const input of [...target.initialInputs, ...inputs]) target.run(input)
  })
}
