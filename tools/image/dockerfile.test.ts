import assert from 'node:assert/strict'
import { globSync, readFileSync } from 'node:fs'
import { test } from 'node:test'
import { readConfig } from '../../src/config/config.ts'
import { parseDockerfile, parseDockerignore, readImageConfig } from './dockerfile.ts'

const stages = parseDockerfile(readFileSync('Dockerfile', 'utf8'))
const image = readImageConfig(stages.at(-1) ?? assert.fail())

test('the image is built on one base, pinned by its digest', () => {
  assert.equal(stages.length, 2)
  assert.equal(new Set(stages.map(({ base }) => base)).size, 1)
  assert.match(stages[0]?.base ?? '', /^node:24-trixie-slim@sha256:[0-9a-f]{64}$/)
})

test('the image runs the service without a shell, in any working directory, as the user node, with settings that it accepts', () => {
  assert.equal(image.user, 'node')
  const { scripts } = JSON.parse(readFileSync('package.json', 'utf8'))
  const [options = ''] = / --\S+(?= src)/.exec(scripts.start) ?? []
  assert.deepEqual(image.command, ['node', options.trim(), '/app/dist/bin/quittance.cjs', 'serve'])
  assert.deepEqual(image.healthCheck.slice(0, 2), ['node', '-e'])
  const { host, secrets } = readConfig(image.env)
  assert.equal(host, '0.0.0.0')
  assert.deepEqual(image.volumes, ['/data'])
  assert.equal(secrets.databaseUrl, 'sqlite:/data/quittance.db')
})

test('the labels of the image have the version of the package, and the revision and source as build arguments', () => {
  const instructions = stages.at(-1)?.instructions ?? []
  const text = instructions.find(({ name }) => name === 'LABEL')?.text ?? ''
  const labels = Object.fromEntries(
    [...text.matchAll(/org\.opencontainers\.image\.(\w+)="([^"]*)"/g)].map(([, name, value]) => [
      name,
      value,
    ]),
  )
  const { version, license, description } = JSON.parse(readFileSync('package.json', 'utf8'))
  assert.partialDeepStrictEqual(labels, { version, licenses: license, description })
  for (const name of ['revision', 'source']) {
    assert.equal(labels[name], `\${${name.toUpperCase()}}`)
    assert.ok(instructions.some(({ text: line }) => line === `${name.toUpperCase()}=""`))
  }
})

test("PostgreSQL's client programs in the image have the version of the server in compose.yaml", () => {
  const [, server] = /image: postgres:(\d+)/.exec(readFileSync('compose.yaml', 'utf8')) ?? []
  assert.match(readFileSync('Dockerfile', 'utf8'), new RegExp(`\\bpostgresql-client-${server}\\b`))
})

test('the build context contains only the files that are copied, and no others such as .env', () => {
  const patterns = parseDockerignore(readFileSync('.dockerignore', 'utf8'))
  const files = globSync(patterns)
  for (const file of [
    'package.json',
    'package-lock.json',
    'tsconfig.json',
    'tsconfig.client.json',
    'src',
    'tools/package',
    'LICENSE',
  ])
    assert.ok(files.includes(file), file)
  assert.deepEqual(
    files.filter(
      (file) => !/^(src|tools\/package|LICENSE|package(-lock)?\.json|tsconfig.*\.json)$/.test(file),
    ),
    [],
  )
})

test('an instruction that prove:image does not support is an error', () => {
  assert.throws(() => parseDockerfile('FROM x\nADD https://example.com/x /x'), /not supported: ADD/)
  assert.throws(() => parseDockerignore('node_modules'), /must begin with \*/)
})
