import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createP2pkhScript, createP2trScript, createP2wpkhScript } from './codec/script.ts'
import { type CoinCode, coins, findCoin, getCoin } from './index.ts'

test('the registry has the six coins of the specification, found in either case', () => {
  assert.deepEqual([...coins.keys()].sort(), ['BCH', 'BSV', 'BTC', 'DASH', 'DOGE', 'LTC'])
  assert.equal(findCoin('dOgE')?.code, 'DOGE')
  assert.equal(findCoin('XMR'), undefined)
  assert.equal(findCoin(''), undefined)
})

test('a stored coin that this version doesn’t support is named in the error', () => {
  assert.equal(getCoin('LTC').name, 'Litecoin')
  assert.throws(() => getCoin('XMR' as CoinCode), /the coin XMR, which this version doesn't support/)
})

test('coins have the schemes, confirmations, limits and fee rates of the contract', () => {
  const words = (field: 'scheme' | 'mediaTypeName' | 'confirmations' | 'maxTransactionBytes') =>
    Object.fromEntries([...coins.values()].map((coin) => [coin.code, coin[field]]))
  assert.deepEqual(words('scheme'), {
    BCH: 'bitcoincash',
    BSV: 'pay',
    BTC: 'bitcoin',
    DASH: 'dash',
    DOGE: 'dogecoin',
    LTC: 'litecoin',
  })
  assert.deepEqual(words('mediaTypeName'), { ...words('scheme'), BSV: 'bitcoinsv' })
  assert.deepEqual(words('confirmations'), { BCH: 0, BSV: 0, BTC: 1, DASH: 0, DOGE: 1, LTC: 1 })
  assert.deepEqual(words('maxTransactionBytes'), {
    BCH: 100_000,
    BSV: 1_000_000,
    BTC: 100_000,
    DASH: 100_000,
    DOGE: 100_000,
    LTC: 100_000,
  })
  assert.deepEqual(
    Object.fromEntries(
      [...coins.values()].map(({ code, feeRate }) => [code, [feeRate.floor, feeRate.ceiling]]),
    ),
    {
      BCH: [1_000n, 20_000n],
      BSV: [50n, 1_000n],
      BTC: [1_000n, 500_000n],
      DASH: [1_000n, 50_000n],
      DOGE: [1_000_000n, 100_000_000n],
      LTC: [1_000n, 200_000n],
    },
  )
})

test('the dust limit depends on the script type (base units)', () => {
  const dust = (script: Uint8Array) =>
    Object.fromEntries([...coins.values()].map((coin) => [coin.code, coin.getDustLimit(script)]))
  assert.deepEqual(dust(createP2pkhScript(new Uint8Array(20))), {
    BCH: 546n,
    BSV: 1n,
    BTC: 546n,
    DASH: 546n,
    DOGE: 1_000_000n,
    LTC: 5_460n,
  })
  assert.equal(coins.get('BTC')?.getDustLimit(createP2wpkhScript(new Uint8Array(20))), 294n)
  assert.equal(coins.get('BTC')?.getDustLimit(createP2trScript(new Uint8Array(32))), 330n)
  assert.equal(coins.get('LTC')?.getDustLimit(createP2wpkhScript(new Uint8Array(20))), 2_940n)
})

test('icons are small and self-contained, without text or scripts', () => {
  for (const { code, name, icon } of coins.values()) {
    assert(icon.length < 1_000, code)
    assert.match(icon, /^<svg xmlns="http:\/\/www\.w3\.org\/2000\/svg" viewBox="0 0 32 32"/)
    assert.match(icon, new RegExp(`<title>${name}</title>`))
    assert.doesNotMatch(icon, /<text|<script|<image|<style|href|url\(|\son\w+=/)
    assert.doesNotMatch(icon.replace('http://www.w3.org/2000/svg', ''), /https?:/)
  }
  assert.equal(new Set([...coins.values()].map(({ icon }) => icon)).size, coins.size)
})
