import assert from 'node:assert/strict'
import { mkdirSync, mkdtempSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type TestContext, test } from 'node:test'
import { readKeySignatures } from './key-signatures.ts'

const keyHash = 'ab'.repeat(32)
const armored = '-----BEGIN PGP SIGNATURE-----\n\niHUEABYKAB0=\n-----END PGP SIGNATURE-----\n'
const fingerprint = (at: number) => at.toString(16).toUpperCase().padStart(40, 'A')

function getFolder(t: TestContext): string {
  const folder = mkdtempSync(join(tmpdir(), 'quittance-signatures-'))
  t.after(() => rmSync(folder, { recursive: true }))
  mkdirSync(join(folder, keyHash))
  return folder
}

test('each file is a signature: its name is the fingerprint, its mtime the creation time, and its text is returned in hex', async (t) => {
  const folder = getFolder(t)
  for (const at of [2, 1]) {
    const path = join(folder, keyHash, `${fingerprint(at)}.asc`)
    writeFileSync(path, armored)
    utimesSync(path, 1_780_000_000 + at, 1_780_000_000 + at)
  }
  const signature = Buffer.from(armored).toString('hex')
  assert.deepEqual(await readKeySignatures(folder, keyHash), [
    { created: '2026-05-28T20:26:41.000Z', identifier: fingerprint(1).toLowerCase(), signature },
    { created: '2026-05-28T20:26:42.000Z', identifier: fingerprint(2).toLowerCase(), signature },
  ])
})

test('other files are ignored: other names, other contents, folders, oversized files', async (t) => {
  const folder = getFolder(t)
  const write = (name: string, text: string) => writeFileSync(join(folder, keyHash, name), text)
  write('README.asc', armored)
  write(`${fingerprint(1)}.sig`, armored)
  write(`${fingerprint(2)}.asc`, '-----BEGIN PGP PRIVATE KEY BLOCK-----\n')
  write(`${fingerprint(3)}.asc`, armored + ' '.repeat(64 * 1024))
  mkdirSync(join(folder, keyHash, `${fingerprint(4)}.asc`))
  assert.deepEqual(await readKeySignatures(folder, keyHash), [])
})

test('an unsigned list has no signatures, and at most 16 are listed', async (t) => {
  const folder = getFolder(t)
  assert.deepEqual(await readKeySignatures(folder, 'cd'.repeat(32)), [])
  for (let at = 0; at < 40; at++) writeFileSync(join(folder, keyHash, `${fingerprint(at)}.asc`), armored)
  assert.equal((await readKeySignatures(folder, keyHash)).length, 16)
})
