import { tpub, xpub } from './codec/hdkey.ts'
import type { KeyVersion } from './coin.ts'
import { defineCoin } from './define.ts'
import { createIcon } from './icon.ts'

/** Version bytes that Dash's own wallets used before they adopted Bitcoin's. */
const drkv: KeyVersion = { name: 'drkv', public: 0x02fe52f8, private: 0x02fe52cc, script: 'p2pkh' }

export const dash = defineCoin({
  code: 'DASH',
  name: 'Dash',
  scheme: 'dash',
  mediaTypeName: 'dash',
  slip44: 5,
  feeRate: { floor: 1_000n, ceiling: 50_000n },
  maxTransactionBytes: 100_000,
  confirmations: 0,
  replacement: 'none',
  feeEvaluation: 'package',
  coinbaseMaturity: { main: 100, test: 100, regtest: 100 },
  signatures: 'legacy',
  serialisation: 'payload',
  maxMoney: 21_000_000n * 100_000_000n,
  dustRule: { feeRate: 3_000n },
  chains: {
    main: { p2pkh: 0x4c, p2sh: [0x10], wif: 0xcc, extendedKeys: [xpub, drkv] },
    test: { p2pkh: 0x8c, p2sh: [0x13], wif: 0xef, extendedKeys: [tpub] },
    regtest: { p2pkh: 0x8c, p2sh: [0x13], wif: 0xef, extendedKeys: [tpub] },
  },
  icon: createIcon(
    'Dash',
    '#008de4',
    '<path d="M11.4 10.4h7.8c2.5 0 3.7 1.6 3.1 4l-.9 3.6c-.6 2.4-2 3.6-4.4 3.6H8.6M7.6 16h7.4"/>',
  ),
})
