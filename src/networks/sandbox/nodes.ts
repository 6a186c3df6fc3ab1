import type { CoinCode } from '../../coins/index.ts'
import { type NodeRejectionMessages, nodeRejectionMessages } from './node-rejection-messages.ts'

/** The differences between the coins' nodes. */
export interface SandboxNodeProfile {
  readonly rejectionMessages: NodeRejectionMessages
  /** As returned by `getnetworkinfo`. */
  readonly version: number
  readonly subversion: string
  readonly protocolVersion: number
  /** Minimum relay fee rate, in base units per 1 000 bytes. */
  readonly relayFeeRate: bigint
  /**
   * The rejection of a fee below that. A Dogecoin node accepts some of these over RPC (`fLimitFree` is false there), but its peers never do
   * (`-limitfreerelay=0`), so such a transaction would never leave the node. The sandbox behaves like the peers.
   */
  readonly lowFeeReason: 'min relay fee not met' | 'rate limited free transaction'
  /** How many transactions `testmempoolaccept` takes: `many` as a package of parents and children, `none` if the node lacks the method. */
  readonly testsAcceptance: 'none' | 'one' | 'many'
  /** The transaction versions that are relayed; null for all. */
  readonly versions: { readonly min: number; readonly max: number } | null
  /** Maximum size of a relayed transaction, in bytes or virtual bytes. */
  readonly maxTransactionBytes: number
  /**
   * With `coin`, outputs below the coin's dust limit are rejected. With `hard`, outputs below `hard` are rejected, and outputs between it and
   * the coin's limit cost an extra fee.
   */
  readonly dust: 'coin' | 'accepted' | { readonly hard: bigint }
  /** OP_RETURN outputs: the maximum script size in bytes, and the maximum number per transaction. */
  readonly dataCarrier: { readonly maxBytes: number; readonly maxOutputs: number }
  /** Minimum size of a relayed transaction, without witnesses. */
  readonly minTransactionBytes: number
  /** Whether outputs with any script are relayed. */
  readonly relaysAnyScript: boolean
  /** Whether sequence numbers lock inputs for some time after the spent output confirms (BIP68). BSV dropped this with Genesis. */
  readonly hasRelativeLocks: boolean
  /** Whether non-final transactions wait in a separate pool. */
  readonly hasNonFinalPool: boolean
  /** Whether a mempool transaction can be replaced by one that pays more: any, or only one that signals it (BIP125). */
  readonly replaces: 'never' | 'signalled' | 'always'
  /** The fee rate that a replacement pays for its own relay, in base units per 1 000 bytes (INCREMENTAL_RELAY_FEE). */
  readonly incrementalFeeRate: bigint
  /** Maximum length of a chain of unconfirmed transactions, including the last one. */
  readonly maxChainLength: number
  /** Maximum fee unless the caller allows more: per 1 000 bytes, or for the whole transaction. In base units. */
  readonly maxFee: { readonly perThousandBytes: bigint } | { readonly perTransaction: bigint }
  /** The format of scripts in responses. */
  readonly scriptFormat: 'address' | 'addresses'
  /** The format of `getmempoolentry`. */
  readonly entryFormat: 'core' | 'bch' | 'bsv' | 'doge'
  /** Methods that not every node has. */
  readonly methods: readonly NodeMethod[]
}

export type NodeMethod =
  | 'estimatesmartfee'
  | 'estimatefee'
  | 'getsettings'
  | 'getinfo'
  | 'gettxouts'
  | 'getrawnonfinalmempool'

/** Bitcoin Core and the nodes that follow it closely. */
const coreDefaults = {
  lowFeeReason: 'min relay fee not met',
  testsAcceptance: 'many',
  versions: { min: 1, max: 3 },
  maxTransactionBytes: 100_000,
  dust: 'coin',
  dataCarrier: { maxBytes: 83, maxOutputs: 1 },
  minTransactionBytes: 0,
  relaysAnyScript: false,
  hasRelativeLocks: true,
  hasNonFinalPool: false,
  replaces: 'never',
  incrementalFeeRate: 0n,
  maxChainLength: 25,
  maxFee: { perThousandBytes: 10_000_000n },
  scriptFormat: 'address',
  entryFormat: 'core',
  methods: ['estimatesmartfee'],
} as const satisfies Partial<SandboxNodeProfile>

export const nodes: Readonly<Record<CoinCode, SandboxNodeProfile>> = {
  BTC: {
    ...coreDefaults,
    rejectionMessages: nodeRejectionMessages.BTC,
    version: 300_000,
    subversion: '/Satoshi:30.0.0/',
    protocolVersion: 70_016,
    relayFeeRate: 100n,
    // Core 28 and later use full RBF by default.
    replaces: 'always',
    incrementalFeeRate: 100n,
    dataCarrier: { maxBytes: 100_000, maxOutputs: Number.POSITIVE_INFINITY },
    minTransactionBytes: 65,
  },
  BCH: {
    ...coreDefaults,
    rejectionMessages: nodeRejectionMessages.BCH,
    version: 28_000_100,
    subversion: '/Bitcoin Cash Node:28.0.1(EB32.0)/',
    protocolVersion: 70_017,
    relayFeeRate: 1_000n,
    testsAcceptance: 'one',
    versions: { min: 1, max: 2 },
    dataCarrier: { maxBytes: 223, maxOutputs: Number.POSITIVE_INFINITY },
    // The May 2021 upgrade removed the limit. This one keeps ancestor traversal short.
    maxChainLength: 1_000,
    maxFee: { perTransaction: 10_000_000n },
    scriptFormat: 'addresses',
    entryFormat: 'bch',
    methods: ['estimatefee'],
  },
  BSV: {
    ...coreDefaults,
    rejectionMessages: nodeRejectionMessages.BSV,
    version: 101_020_000,
    subversion: '/Bitcoin SV:1.2.0/',
    protocolVersion: 70_016,
    relayFeeRate: 0n,
    testsAcceptance: 'none',
    versions: null,
    maxTransactionBytes: 10_000_000,
    dust: 'accepted',
    relaysAnyScript: true,
    hasRelativeLocks: false,
    hasNonFinalPool: true,
    // The node's own limit is 10 000 (DEFAULT_ANCESTOR_LIMIT).
    maxChainLength: 1_000,
    maxFee: { perTransaction: 10_000_000n },
    scriptFormat: 'addresses',
    entryFormat: 'bsv',
    methods: ['getsettings', 'getinfo', 'gettxouts', 'getrawnonfinalmempool'],
  },
  DASH: {
    ...coreDefaults,
    rejectionMessages: nodeRejectionMessages.DASH,
    version: 220_100,
    subversion: '/Dash Core:22.1.0/',
    protocolVersion: 70_235,
    relayFeeRate: 1_000n,
  },
  LTC: {
    ...coreDefaults,
    rejectionMessages: nodeRejectionMessages.LTC,
    version: 210_201,
    subversion: '/LitecoinCore:0.21.2.1/',
    protocolVersion: 70_017,
    relayFeeRate: 1_000n,
    testsAcceptance: 'one',
    versions: { min: 1, max: 2 },
    // Litecoin nodes don't replace transactions unless configured to (`-mempoolreplacement`).
    minTransactionBytes: 82,
    scriptFormat: 'addresses',
  },
  DOGE: {
    ...coreDefaults,
    rejectionMessages: nodeRejectionMessages.DOGE,
    version: 1_140_900,
    subversion: '/Shibetoshi:1.14.9/',
    protocolVersion: 70_015,
    // DEFAULT_MIN_RELAY_TX_FEE: a tenth of what wallets pay by default.
    relayFeeRate: 100_000n,
    lowFeeReason: 'rate limited free transaction',
    testsAcceptance: 'none',
    versions: { min: 1, max: 2 },
    dust: { hard: 100_000n },
    replaces: 'signalled',
    incrementalFeeRate: 1_000n,
    maxFee: { perTransaction: 10_000_000_000n },
    scriptFormat: 'addresses',
    entryFormat: 'doge',
    methods: ['estimatesmartfee', 'estimatefee', 'getinfo'],
  },
}
