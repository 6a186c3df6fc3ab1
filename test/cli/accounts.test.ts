import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { test } from 'node:test'
import { deriveAccountKeys } from '../../src/coins/codec/hdkey.ts'
import { type CoinCode, coins } from '../../src/coins/index.ts'
import { createDatabaseUrl, fileScope } from '../helpers/databases.ts'
import { deriveXpub } from '../helpers/service.ts'
import { createTerminal } from '../helpers/terminal.ts'
import { testWallet } from '../helpers/wallet.ts'

const url = await createDatabaseUrl(fileScope)
const { quittance, account } = createTerminal(url)

const json = async (line: string): Promise<unknown> => {
  const { exit, json, err } = await quittance(`${line} --json`)
  assert.equal(exit, 0, err)
  return json
}

test('account create --email E --password-stdin prints {id, email}; the first account is the operator', async (t) => {
  const empty = createTerminal(await createDatabaseUrl(t))
  const created = await empty.quittance(
    'account create --email Shop@Example.com --password-stdin --json',
    'correct horse\n',
  )
  assert.equal(created.exit, 0, created.err)
  assert.deepEqual(created.json, { id: 1, email: 'shop@example.com' })
  const { json } = await empty.quittance('account set --email shop@example.com --json')
  assert.partialDeepStrictEqual(json, { operator: true, currency: 'USD' })
  await empty.account('second')
  assert.partialDeepStrictEqual(
    (await empty.quittance('account set --email second@example.com --json')).json,
    {
      operator: false,
    },
  )
})

test('account create rejects an email that is taken (case-insensitively) or invalid, and an invalid password', async () => {
  await account('taken')
  for (const [email, password] of [
    ['TAKEN@example.com', 'correct horse'],
    ['nobody', 'correct horse'],
    ['short@example.com', '1234567'],
    ['long@example.com', 'x'.repeat(129)],
    ['empty@example.com', ''],
  ] as const) {
    const { exit, err, out } = await quittance(
      `account create --email ${email} --password-stdin`,
      `${password}\n`,
    )
    assert.deepEqual([exit, out], [1, ''], email)
    assert.match(err, /^[A-Z].*\.\n$/)
    assert.ok(password === '' || !err.includes(password))
  }
})

test('secrets are read from stdin, a file or the environment, never from an argument', async () => {
  const { exit, err } = await quittance('account create --email x@example.com --password secret')
  assert.equal(exit, 2)
  assert.match(err, /Usage: quittance account create/)
  assert.equal((await quittance('account create --email x@example.com')).exit, 2)
})

test('account set-destination --email E --coin LTC (--xpub X | --address A) prints {coin, kind, first_addresses}', async () => {
  const email = await account('receiver')
  const coin = coins.get('LTC') ?? assert.fail()
  const key = coin.parseExtendedKey(deriveXpub('receiver', 'LTC'), 'regtest')
  assert.deepEqual(
    await json(`account set-destination --email ${email} --coin LTC --xpub ${deriveXpub('receiver', 'LTC')}`),
    {
      coin: 'LTC',
      kind: 'xpub',
      first_addresses: [0, 1, 2].map((index) => coin.scriptToAddress(key.deriveScript(index), 'regtest')),
    },
  )
  const address = testWallet('DOGE', 'receiver').address()
  assert.deepEqual(await json(`account set-destination --email ${email} --coin doge --address ${address}`), {
    coin: 'DOGE',
    kind: 'address',
    first_addresses: [address],
  })
})

test('account set-destination takes either --xpub or --address, and never echoes a private key', async () => {
  const email = await account('careful')
  const line = `account set-destination --email ${email} --coin BTC`
  assert.equal((await quittance(line)).exit, 2)
  assert.equal((await quittance(`${line} --xpub x --address y`)).exit, 2)
  const seed = createHash('sha256').update('careful').digest()
  const { xpub } = deriveAccountKeys(seed, { coin: coins.get('BTC') ?? assert.fail(), chain: 'main' })
  for (const wrong of [
    `--xpub ${xpub}`,
    '--xpub tprvSecretSecret',
    '--address nonsense',
    `--address ${xpub}`,
  ]) {
    const { exit, out, err } = await quittance(`${line} ${wrong} --json`)
    assert.equal(exit, 1)
    assert.ok(!`${out}${err}`.includes(wrong.split(' ')[1] ?? ''), err)
  }
  assert.equal((await quittance(`account set-destination --email ${email} --coin ETH --address x`)).exit, 1)
  assert.equal(
    (
      await quittance(
        `account set-destination --email no@example.com --coin BTC --xpub ${deriveXpub('x', 'BTC')}`,
      )
    ).exit,
    1,
  )
})

test('account set --email E [--currency EUR] [--name N] [--operator] prints the account', async () => {
  const email = await account('changing')
  assert.partialDeepStrictEqual(
    await json(`account set --email ${email} --currency EUR --name Shop --operator`),
    {
      email,
      currency: 'EUR',
      name: 'Shop',
      operator: true,
    },
  )
  assert.deepEqual(Object.keys((await json(`account set --email ${email}`)) ?? {}), [
    'id',
    'email',
    'currency',
    'name',
    'operator',
  ])
  for (const currency of ['eur', 'XXX', 'BTC'])
    assert.equal((await quittance(`account set --email ${email} --currency ${currency}`)).exit, 1)
  assert.equal((await quittance('account set --email nobody@example.com')).exit, 1)
})

test('account set sets, prints and resets preferences', async () => {
  const email = await account('preferring')
  const preferences =
    '--time-zone Europe/Berlin --coins ltc,BTC --hold-seconds 600 --confirmations LTC=2,BTC=0 --frame-origins https://shop.example'
  assert.partialDeepStrictEqual(await json(`account set --email ${email} ${preferences}`), {
    time_zone: 'Europe/Berlin',
    coins: ['LTC', 'BTC'],
    hold_seconds: 600,
    confirmations: { BTC: 0, LTC: 2 },
    frame_origins: ['https://shop.example'],
  })
  assert.partialDeepStrictEqual(
    await json(`account set --email ${email} --coins usual --hold-seconds usual --confirmations usual`),
    { coins: null, hold_seconds: null, confirmations: {} },
  )
  for (const [wrong, exit] of [
    ['--coins ETH', 1],
    ['--coins LTC,LTC', 1],
    ['--hold-seconds 59', 1],
    ['--hold-seconds 86401', 1],
    ['--hold-seconds long', 2],
    ['--confirmations LTC=7', 1],
    ['--confirmations LTC', 2],
    ['--time-zone Mars', 1],
  ] as const)
    assert.equal((await quittance(`account set --email ${email} ${wrong}`)).exit, exit, wrong)
})

test('account set with --any-wallet on|off or --underpaid-percent P prints both', async () => {
  const email = await account('reachable')
  const set = (options: string) => quittance(`account set --email ${email} ${options} --json`)
  const printed = async (options: string) => {
    const { exit, json, err } = await set(options)
    assert.equal(exit, 0, err)
    const { any_wallet, underpaid_percent } = Object(json)
    return { any_wallet, underpaid_percent }
  }
  assert.deepEqual(await printed('--any-wallet on'), { any_wallet: true, underpaid_percent: 0 })
  assert.deepEqual(await printed('--underpaid-percent 0.50'), { any_wallet: true, underpaid_percent: 0.5 })
  assert.deepEqual(await printed('--any-wallet off'), { any_wallet: false, underpaid_percent: 0.5 })
  assert.deepEqual(await printed('--underpaid-percent 5'), { any_wallet: false, underpaid_percent: 5 })
  assert.deepEqual(await printed('--name Shop'), { any_wallet: undefined, underpaid_percent: undefined })

  const { out } = await quittance(`account set --email ${email} --any-wallet on --underpaid-percent 0.5`)
  assert.match(out, /^any_wallet +true$/m)
  assert.match(out, /^underpaid_percent +0\.5$/m)
})

test('account set rejects an --any-wallet that is not on or off, and an --underpaid-percent outside 0 to 5', async () => {
  const email = await account('exact')
  const set = (options: string) => quittance(`account set --email ${email} ${options}`)
  await set('--any-wallet on --underpaid-percent 1')
  for (const word of ['yes', 'true', 'ON', '']) {
    const { exit, err } = await set(`--any-wallet=${word}`)
    assert.deepEqual([exit, /--any-wallet must be one of on, off\./.test(err)], [2, true], err)
  }
  for (const percent of ['5.000001', '6', '-1', 'half', '0,5', '1%', '0.0000001', '']) {
    const { exit, err } = await set(`--underpaid-percent=${percent}`)
    assert.deepEqual([exit, /from 0 to 5, in percent/.test(err)], [1, true], err)
  }
  assert.partialDeepStrictEqual(await json(`account set --email ${email} --any-wallet on`), {
    any_wallet: true,
    underpaid_percent: 1,
  })
})

test('destination advance --email E --coin C --by N prints {coin, next_index}', async () => {
  const email = await account('advancing')
  const line = `destination advance --email ${email} --coin LTC`
  assert.equal((await quittance(`${line} --by 5`)).exit, 1)
  await quittance(
    `account set-destination --email ${email} --coin LTC --xpub ${deriveXpub('advancing', 'LTC')}`,
  )
  assert.deepEqual(await json(`${line} --by 5`), { coin: 'LTC', next_index: 5 })
  assert.deepEqual(await json(`${line} --by 1000`), { coin: 'LTC', next_index: 1_005 })
  for (const by of ['0', '-1', '1.5', 'x', '9999999'])
    assert.equal((await quittance(`${line} --by=${by}`)).exit, 2)
  assert.equal((await quittance(line)).exit, 2)
})

test('token create prints {id, name, token}, the only time the token is shown; list and revoke print the rest', async () => {
  const email = await account('tokens')
  const created = await json(`token create --email ${email} --name till`)
  assert.partialDeepStrictEqual(created, { name: 'till' })
  const { id, token } = Object(created)
  assert.match(token, /^qt_/)
  const [listed] = Object(await json(`token list --email ${email}`))
  assert.deepEqual(listed, {
    id,
    name: 'till',
    scope: 'full',
    created_at: listed.created_at,
    expires_at: null,
    last_used_at: null,
    revoked_at: null,
  })
  assert.ok(!JSON.stringify(listed).includes(token))
  const revoked = Object(await json(`token revoke --id ${id}`))
  assert.deepEqual({ ...revoked, revoked_at: null }, listed)
  assert.match(revoked.revoked_at, /^\d{4}-\d\d-\d\dT/)
  // A revoked token can't be revoked again.
  assert.deepEqual(await json(`token revoke --id ${id}`), revoked)
  assert.equal((await quittance('token revoke --id tok_unknown')).exit, 1)
  assert.equal((await quittance('token list --email nobody@example.com')).exit, 1)
})

test('account set-destination accepts a key of each coin', async () => {
  const email = await account('six')
  for (const code of coins.keys() as IterableIterator<CoinCode>) {
    const { exit, err } = await quittance(
      `account set-destination --email ${email} --coin ${code} --xpub ${deriveXpub('six', code)}`,
    )
    assert.equal(exit, 0, err)
  }
})
