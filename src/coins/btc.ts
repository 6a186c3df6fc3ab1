import { tpub, vpub, xpub, zpub } from './codec/hdkey.ts'
import { defineCoin } from './define.ts'
import { createIcon, letterB } from './icon.ts'

export const btc = defineCoin({
  code: 'BTC',
  name: 'Bitcoin',
  scheme: 'bitcoin',
  mediaTypeName: 'bitcoin',
  slip44: 0,
  feeRate: { floor: 1_000n, ceiling: 500_000n },
  maxTransactionBytes: 100_000,
  confirmations: 1,
  replacement: 'full',
  feeEvaluation: 'package',
  coinbaseMaturity: { main: 100, test: 100, regtest: 100 },
  signatures: 'segwit',
  serialisation: 'witness',
  maxMoney: 21_000_000n * 100_000_000n,
  dustRule: { feeRate: 3_000n },
  chains: {
    main: { p2pkh: 0x00, p2sh: [0x05], wif: 0x80, segwit: 'bc', extendedKeys: [xpub, zpub] },
    test: { p2pkh: 0x6f, p2sh: [0xc4], wif: 0xef, segwit: 'tb', extendedKeys: [tpub, vpub] },
    regtest: { p2pkh: 0x6f, p2sh: [0xc4], wif: 0xef, segwit: 'bcrt', extendedKeys: [tpub, vpub] },
  },
  icon: createIcon('Bitcoin', '#f7931a', `<g transform="rotate(14 16 16)">${letterB}</g>`),
})
