import { tpub, xpub } from './codec/hdkey.ts'
import { defineCoin } from './define.ts'
import { createIcon } from './icon.ts'

export const bsv = defineCoin({
  code: 'BSV',
  name: 'Bitcoin SV',
  scheme: 'pay',
  mediaTypeName: 'bitcoinsv',
  slip44: 236,
  feeRate: { floor: 50n, ceiling: 1_000n },
  maxTransactionBytes: 1_000_000,
  confirmations: 0,
  replacement: 'none',
  feeEvaluation: 'package',
  coinbaseMaturity: { main: 100, test: 100, regtest: 100 },
  signatures: 'forkid',
  extendedHashType: 'original',
  serialisation: 'plain',
  maxMoney: 21_000_000n * 100_000_000n,
  dustRule: { amount: 1n },
  // Since the Genesis upgrade nodes do not relay P2SH outputs, so no P2SH address is valid.
  chains: {
    main: { p2pkh: 0x00, p2sh: [], wif: 0x80, extendedKeys: [xpub] },
    test: { p2pkh: 0x6f, p2sh: [], wif: 0xef, extendedKeys: [tpub] },
    regtest: { p2pkh: 0x6f, p2sh: [], wif: 0xef, extendedKeys: [tpub] },
  },
  icon: createIcon(
    'Bitcoin SV',
    '#d9a400',
    '<path d="M14.4 12.2c-.6-1.5-1.8-2.2-3.2-2.2-1.9 0-3.2 1.1-3.2 2.8 0 4 6.6 2.2 6.6 6.2 0 1.9-1.5 3-3.4 3-1.7 0-3-.8-3.6-2.3M17 10.2 20.6 22l3.6-11.8"/>',
  ),
})
