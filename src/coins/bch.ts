import { tpub, xpub } from './codec/hdkey.ts'
import { defineCoin } from './define.ts'
import { createIcon, letterB } from './icon.ts'

export const bch = defineCoin({
  code: 'BCH',
  name: 'Bitcoin Cash',
  scheme: 'bitcoincash',
  mediaTypeName: 'bitcoincash',
  slip44: 145,
  feeRate: { floor: 1_000n, ceiling: 20_000n },
  maxTransactionBytes: 100_000,
  confirmations: 0,
  replacement: 'none',
  feeEvaluation: 'package',
  coinbaseMaturity: { main: 100, test: 100, regtest: 100 },
  signatures: 'forkid',
  extendedHashType: 'spent-outputs',
  serialisation: 'plain',
  maxMoney: 21_000_000n * 100_000_000n,
  dustRule: { feeRate: 3_000n },
  chains: {
    main: { p2pkh: 0x00, p2sh: [0x05], wif: 0x80, cashAddress: 'bitcoincash', extendedKeys: [xpub] },
    test: { p2pkh: 0x6f, p2sh: [0xc4], wif: 0xef, cashAddress: 'bchtest', extendedKeys: [tpub] },
    regtest: { p2pkh: 0x6f, p2sh: [0xc4], wif: 0xef, cashAddress: 'bchreg', extendedKeys: [tpub] },
  },
  icon: createIcon('Bitcoin Cash', '#0ac18e', `<g transform="rotate(-18 16 16)">${letterB}</g>`),
})
