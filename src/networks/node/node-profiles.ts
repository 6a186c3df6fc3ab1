import type { ChainName } from '../../coins/coin.ts'
import type { CoinCode } from '../../coins/index.ts'

/** A chain, by the name that `getblockchaininfo` gives it. */
export interface ChainIdentity {
  readonly name: string
  /** Hash of block 0. */
  readonly genesis: string
  /** The blocks at which it split from chains with the same genesis block. */
  readonly forks?: readonly { readonly height: number; readonly hash: string }[]
}

/** The differences between the JSON-RPC interfaces of the six coins' nodes. Anything not listed here is the same in all of them. */
export interface NodeProfile {
  /** The chains that count as `main`, `test` and `regtest`. */
  readonly chains: Readonly<Record<ChainName, readonly ChainIdentity[]>>
  /** The user agent of its nodes, if the genesis block doesn't distinguish them from other coins' nodes. */
  readonly agent?: RegExp
  /** Target time between blocks, in seconds. */
  readonly blockSeconds: number
  /** Second argument of `sendrawtransaction` and `testmempoolaccept`. It lifts the node's fee limit, which shouldn't apply to payers. */
  readonly noFeeLimit: 0 | true
  /** Whether the node has `testmempoolaccept`. */
  readonly hasTestMempoolAccept: boolean
  /** Whether the node reports a safe mode in which it accepts no transactions (`getsafemodeinfo`). */
  readonly hasSafeMode: boolean
  /**
   * Whether the node can be configured to accept a transaction without adding it to its mempool (Bitcoin Core 31's `-privatebroadcast`).
   */
  readonly mayBypassMempool: boolean
  /** Second argument of `getblock` for a block with ids only. */
  readonly txidsOnly: 1 | true
  /** Whether a block's proof of work may come from another chain. (BTC and LTC blocks serve as such proofs, but contain none.) */
  readonly isMergeMined: boolean
  readonly feeEstimate: FeeEstimate
  /** Maximum response size to read, in bytes. */
  readonly maxResponseBytes: number
}

interface FeeEstimate {
  readonly method: string
  readonly params: readonly unknown[]
  /** The response member with the rate, in coins per 1 000 bytes. Null if the response itself is the rate. */
  readonly member: string | null
}

const mebibyte = 1024 * 1024

/** Bitcoin's block 0, shared by BTC, BCH and BSV. */
const genesis = {
  main: '000000000019d6689c085ae165831e934ff763ae46a2a6c172b3f1b60a8ce26f',
  test: '000000000933ea01ad0ee984209779baaec3ced90fa3f408719526f8d77f4943',
  regtest: '0f9188f13cb7b2c71f2a335e3a4fc328bf5beb436012afca590b1a11466e2206',
}

/**
 * BCH split from BTC at block 478559, and BSV from BCH at block 556767 (chainparams.cpp of Bitcoin Cash Node; BSV's licence names its
 * block).
 */
const forks = {
  btc: { height: 478_559, hash: '00000000000000000019f112ec0a9982926f1258cdcc558dd7c3b7e5dc7fa148' },
  cash: { height: 478_559, hash: '000000000000000000651ef99cb9fcbe0dadde1d424bd9f15ff20136191a5eec' },
  bch: { height: 556_767, hash: '0000000000000000004626ff6e3b936941d341c5932ece4357eeccac44e6d56c' },
  bsv: { height: 556_767, hash: '000000000000000001d956714215d96ffc00e0afda4cd0a96c96f8d802b1662b' },
}

/** Core's estimate since 0.15: conservative, for the next two blocks (Core doesn't estimate for one). */
const smartFeeEstimate: FeeEstimate = {
  method: 'estimatesmartfee',
  // Newer nodes default to economical.
  params: [2, 'conservative'],
  member: 'feerate',
}

/** The interface of Bitcoin Core since 0.15, which most nodes share. */
const coreDefaults = {
  noFeeLimit: 0,
  hasTestMempoolAccept: true,
  hasSafeMode: false,
  mayBypassMempool: false,
  txidsOnly: 1,
  isMergeMined: false,
  feeEstimate: smartFeeEstimate,
  maxResponseBytes: 64 * mebibyte,
} as const

/** Bitcoin Core 27 to 31. */
const btc: NodeProfile = {
  ...coreDefaults,
  chains: {
    main: [{ name: 'main', genesis: genesis.main, forks: [forks.btc] }],
    test: [
      { name: 'test', genesis: genesis.test },
      { name: 'testnet4', genesis: '00000000da84f2bafbbc53dee25a72ae507ff4914b867c565be350b0da8bf043' },
      { name: 'signet', genesis: '00000008819873e925422c1ff0f99f7cc9bbb232af63a077a480a3633bee1ef6' },
    ],
    regtest: [{ name: 'regtest', genesis: genesis.regtest }],
  },
  agent: /^\/Satoshi:/,
  blockSeconds: 600,
  mayBypassMempool: true,
}

/** Bitcoin Cash Node 28 and 29. Its fee estimate takes no arguments. */
const bch: NodeProfile = {
  ...btc,
  chains: {
    main: [{ name: 'main', genesis: genesis.main, forks: [forks.cash, forks.bch] }],
    test: [
      { name: 'test', genesis: genesis.test },
      { name: 'test4', genesis: '000000001dd410c49a788668ce26751718cc797474d3152a5fc073dd44fd9f7b' },
      { name: 'scale', genesis: '00000000e6453dc2dfe1ffa19023f86002eb11dbb8e87d0291a4599f0430be52' },
      { name: 'chip', genesis: '000000001dd410c49a788668ce26751718cc797474d3152a5fc073dd44fd9f7b' },
    ],
    regtest: [{ name: 'regtest', genesis: genesis.regtest }],
  },
  agent: /^\/(Bitcoin Cash|BCH)/,
  noFeeLimit: true,
  mayBypassMempool: false,
  feeEstimate: { method: 'estimatefee', params: [], member: null },
  maxResponseBytes: 256 * mebibyte,
}

/** Bitcoin SV Node 1.2. It has no fee estimator; `minminingtxfee` is the lowest fee that it mines. Its blocks are the largest. */
const bsv: NodeProfile = {
  ...bch,
  chains: {
    main: [{ name: 'main', genesis: genesis.main, forks: [forks.cash, forks.bsv] }],
    test: [{ name: 'test', genesis: genesis.test }],
    regtest: [{ name: 'regtest', genesis: genesis.regtest }],
  },
  agent: /^\/Bitcoin SV:/,
  hasTestMempoolAccept: false,
  hasSafeMode: true,
  feeEstimate: { method: 'getsettings', params: [], member: 'minminingtxfee' },
}

/** Dash Core 22. */
const dash: NodeProfile = {
  ...coreDefaults,
  chains: {
    main: [{ name: 'main', genesis: '00000ffd590b1485b3caadc19b22e6379c733355108f107a430458cdf3407ab6' }],
    test: [{ name: 'test', genesis: '00000bafbc94add76cb75e2ec92894837288a481e5c005f6563d91623bf8bc2c' }],
    regtest: [
      { name: 'regtest', genesis: '000008ca1832a4baf228eb1553c03d3a2c8e02399550dd6ea8d65cec3ef23d2e' },
    ],
  },
  blockSeconds: 158,
}

/** Litecoin Core 0.21. */
const ltc: NodeProfile = {
  ...coreDefaults,
  chains: {
    main: [{ name: 'main', genesis: '12a765e31ffd4059bada1e25190f6e98c99d9714d334efa41a195a7e7e04bfe2' }],
    test: [{ name: 'test', genesis: '4966625a4b2851d9fdee139e56211a0d88575f59ed816ff5e6a63deb4e3e29a0' }],
    regtest: [
      { name: 'regtest', genesis: '530827f38f93b43ed12af0b3ad25a288dc02ed74d6d7857862df51fc56c416f9' },
    ],
  },
  blockSeconds: 150,
}

/** Dogecoin Core 1.14, based on Bitcoin 0.14: `getblock` takes a boolean and doesn't decode transactions. */
const doge: NodeProfile = {
  ...coreDefaults,
  chains: {
    main: [{ name: 'main', genesis: '1a91e3dace36e2be3bf030a65679fe821aa1d6ef92e7c9902eb318182c355691' }],
    test: [{ name: 'test', genesis: 'bb0a78264637406b6360aad926284d544d7049f45189db5664f3c4d07350559e' }],
    regtest: [
      { name: 'regtest', genesis: '3d2160a3b5dc4a9d62e7e66a295f70313ac808440ef7400d6c0772171ce973a5' },
    ],
  },
  blockSeconds: 60,
  noFeeLimit: true,
  hasTestMempoolAccept: false,
  txidsOnly: true,
  isMergeMined: true,
  feeEstimate: { ...smartFeeEstimate, params: [2] },
}

export const nodeProfiles: Readonly<Record<CoinCode, NodeProfile>> = {
  BTC: btc,
  BCH: bch,
  BSV: bsv,
  DASH: dash,
  LTC: ltc,
  DOGE: doge,
}
