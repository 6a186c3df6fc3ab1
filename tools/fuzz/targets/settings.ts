import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { readConfig } from '../../../src/config/config.ts'
import { ConfigError } from '../../../src/config/environment.ts'
import { decodeText, encodeText, getResultOrNull, type Target } from '../target.ts'

const example = readFileSync(new URL('../../../.env.example', import.meta.url), 'utf8')
const names = [...new Set([...example.matchAll(/^#? ?([A-Z][A-Z_]+)=/gm)].flatMap(([, name]) => name ?? []))]
/** Values that must never appear in logs or on the terminal. */
const secrets = /^(SECRET_KEY|METRICS_TOKEN|COINGECKO_KEY|AMQP_URL|DATABASE_URL|BLOCKCHAIN_KEY|[A-Z]+_NODE)$/
const minSecretLength = 8

/** The environment, one setting per line. `…_FILE` is excluded, because it would read other input. */
export const settings: Target = {
  initialInputs: [
    '',
    ...[...example.matchAll(/^#? ?([A-Z][A-Z_]+=.*)$/gm)].map(([, line = '']) => line),
    `NETWORK=main\nBASE_URL=https://pay.example\nSECRET_KEY=${'5e'.repeat(32)}\nBTC_NODE=http://user:password@127.0.0.1:8332`,
    'NETWORK=main\nFAILPOINT=payment.parsed:crash',
    'EVENT_TRANSPORTS=blockchain\nBLOCKCHAIN_COIN=LTC\nBLOCKCHAIN_KEY=no key of any coin',
    'RATE_QUORUM=2,BSV=1\nRATE_CURRENCIES=USD,EUR\nRATES=kraken,fixed:BTC=50000',
    'TRUSTED_PROXIES=10.0.0.0/8,::1\nRATE_LIMITS=creations=1/1,calls=5/5',
  ].map(encodeText),
  words: [
    ...names.map((name) => `\n${name}=`),
    ...'main test regtest true sandbox: http://u:p@h:1 https:// postgres://u:p@h/d sqlite:x fixed:BTC=1 kraken'.split(
      ' ',
    ),
    ...'coingecko payment.parsed:crash amqp blockchain = , / 0 -1 9999999999'.split(' '),
  ],

  run(input) {
    const environment = parseEnvironment(decodeText(input))
    const { config, mistakes } = readEnvironment(environment)
    assert.equal(config === null, mistakes.length > 0)
    for (const mistake of mistakes) assert.match(mistake, /^(Set )?[A-Z][A-Z_]+\b/)
    assertNotEchoed(environment, mistakes.join('\n'))
    if (config?.chain !== 'main') return
    assert.equal(config.failpoint, null)
    assert(/^https:\/\/[^/]/i.test(config.baseUrl) && config.secrets.secretKey !== null)
    assert(config.rates.sources.every(({ name }) => name !== 'fixed'))
    assert([...config.secrets.nodes.values()].every((node) => node !== 'sandbox:'))
  },
}

function parseEnvironment(text: string): Record<string, string> {
  const lines = text.split('\n').map((line) => line.split('='))
  const relevantEntries = lines.flatMap(([name = '', ...value]) =>
    names.includes(name) && !name.endsWith('_FILE') ? [[name, value.join('=')] as const] : [],
  )
  return Object.fromEntries(relevantEntries)
}

/** No error echoes a secret: a message that stays the same with another secret comes from elsewhere. */
function assertNotEchoed(environment: Readonly<Record<string, string>>, output: string): void {
  for (const [name, value] of Object.entries(environment)) {
    const secret = value.trim()
    if (!secrets.test(name) || secret.length < minSecretLength || !output.includes(secret)) continue
    const other = readEnvironment({ ...environment, [name]: 'x'.repeat(secret.length) })
    assert(other.mistakes.join('\n').includes(secret), `${name} is echoed`)
  }
}

function readEnvironment(environment: Readonly<Record<string, string>>) {
  let mistakes: readonly string[] = []
  const config = getResultOrNull(
    () => readConfig(environment),
    (error) => {
      if (!(error instanceof ConfigError)) return false
      mistakes = error.errors
      return true
    },
  )
  return { config, mistakes }
}
