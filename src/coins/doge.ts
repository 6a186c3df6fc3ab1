import { tpub } from './codec/hdkey.ts'
import type { KeyVersion } from './coin.ts'
import { defineCoin } from './define.ts'
import { createIcon } from './icon.ts'

const dgub: KeyVersion = { name: 'dgub', public: 0x02facafd, private: 0x02fac398, script: 'p2pkh' }

export const doge = defineCoin({
  code: 'DOGE',
  name: 'Dogecoin',
  scheme: 'dogecoin',
  mediaTypeName: 'dogecoin',
  slip44: 3,
  feeRate: { floor: 1_000_000n, ceiling: 100_000_000n },
  maxTransactionBytes: 100_000,
  confirmations: 1,
  replacement: 'signalled',
  feeEvaluation: 'individual',
  coinbaseMaturity: { main: 240, test: 240, regtest: 60 },
  signatures: 'legacy',
  serialisation: 'plain',
  // The supply is unlimited; this is the nodes' MAX_MONEY.
  maxMoney: 10_000_000_000n * 100_000_000n,
  // The soft dust limit: nodes require this amount again in fees for each output below it.
  dustRule: { amount: 1_000_000n },
  chains: {
    main: { p2pkh: 0x1e, p2sh: [0x16], wif: 0x9e, extendedKeys: [dgub] },
    test: { p2pkh: 0x71, p2sh: [0xc4], wif: 0xf1, extendedKeys: [tpub] },
    regtest: { p2pkh: 0x6f, p2sh: [0xc4], wif: 0xef, extendedKeys: [tpub] },
  },
  icon: createIcon('Dogecoin', '#b8962e', '<path d="M12.2 9.6h3.4a6.4 6.4 0 0 1 0 12.8h-3.4zM9.2 16h6.6"/>'),
})
