import { tpub, vpub, xpub, zpub } from './codec/hdkey.ts'
import type { KeyVersion } from './coin.ts'
import { defineCoin } from './define.ts'
import { createIcon } from './icon.ts'

/** Litecoin's own version of the xpub, which some wallets export. */
const ltub: KeyVersion = { name: 'Ltub', public: 0x019da462, private: 0x019d9cfe, script: 'p2pkh' }

export const ltc = defineCoin({
  code: 'LTC',
  name: 'Litecoin',
  scheme: 'litecoin',
  mediaTypeName: 'litecoin',
  slip44: 2,
  feeRate: { floor: 1_000n, ceiling: 200_000n },
  maxTransactionBytes: 100_000,
  confirmations: 1,
  // Litecoin Core replaces nothing by default (`-mempoolreplacement=0`). Some nodes and miners enable it, so transactions that signal count
  // as replaceable.
  replacement: 'signalled',
  feeEvaluation: 'package',
  coinbaseMaturity: { main: 100, test: 100, regtest: 100 },
  signatures: 'segwit',
  serialisation: 'mweb',
  maxMoney: 84_000_000n * 100_000_000n,
  dustRule: { feeRate: 30_000n },
  // The second P2SH byte is Bitcoin's, which Litecoin used before it had its own: accepted, never encoded.
  chains: {
    main: { p2pkh: 0x30, p2sh: [0x32, 0x05], wif: 0xb0, segwit: 'ltc', extendedKeys: [xpub, ltub, zpub] },
    test: { p2pkh: 0x6f, p2sh: [0x3a, 0xc4], wif: 0xef, segwit: 'tltc', extendedKeys: [tpub, vpub] },
    regtest: { p2pkh: 0x6f, p2sh: [0x3a, 0xc4], wif: 0xef, segwit: 'rltc', extendedKeys: [tpub, vpub] },
  },
  icon: createIcon('Litecoin', '#345d9d', '<path d="M15.4 7.8 11.8 23h9.8M9.4 18.6l9.2-3.8"/>'),
})
