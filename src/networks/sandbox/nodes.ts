import type { CoinCode } from '../../coins/index.ts'
import { type Spelling, spellings } from './spelling.ts'

/** In what the node of one coin differs from the others. */
export interface NodeFacts {
  readonly spelling: Spelling
  /** As `getnetworkinfo` tells them. */
  readonly version: number
  readonly subversion: string
  readonly protocolVersion: number
  /** Base units per 1 000 bytes below which nothing is relayed. */
  readonly relayFeeRate: bigint
  /** `many`: a package of parents and children in one call. */
  readonly testsAcceptance: 'none' | 'one' | 'many'
  /** Which versions of transactions are relayed; null: all. */
  readonly versions: { readonly least: number; readonly most: number } | null
  /** Bytes, or virtual bytes, of the largest transaction that is relayed. */
  readonly largestTransaction: number
  /** `coin`: outputs below the coin's dust limit are refused. A number: below it refused, below the coin's limit paid for extra. */
  readonly dust: 'coin' | 'accepted' | { readonly hard: bigint }
  /** Are outputs to any script relayed? */
  readonly anyScript: boolean
  /** Do sequence numbers lock inputs for some time after what they spend (BIP68)? BSV's nodes have given that up with Genesis. */
  readonly relativeLocks: boolean
  /** Transactions that are not final yet wait in a pool of their own. */
  readonly keepsNonFinal: boolean
  /** A transaction of the pool gives way to one that pays more. */
  readonly replaces: boolean
  /** How many unconfirmed transactions may rest on one another, the last one included. */
  readonly longestChain: number
  /** Fees above this for a whole transaction, unless the caller allows them: base units. */
  readonly mostFee: { readonly perThousandBytes: bigint } | { readonly whole: bigint }
  /** The form of a script in answers. */
  readonly scriptForm: 'address' | 'addresses'
  readonly entryForm: 'core' | 'cash' | 'plain' | 'old'
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

/** Bitcoin Core and who follows it closely. */
const core = {
  testsAcceptance: 'many',
  versions: { least: 1, most: 3 },
  largestTransaction: 100_000,
  dust: 'coin',
  anyScript: false,
  relativeLocks: true,
  keepsNonFinal: false,
  replaces: false,
  longestChain: 25,
  mostFee: { perThousandBytes: 10_000_000n },
  scriptForm: 'address',
  entryForm: 'core',
  methods: ['estimatesmartfee'],
} as const satisfies Partial<NodeFacts>

export const nodes: Readonly<Record<CoinCode, NodeFacts>> = {
  BTC: {
    ...core,
    spelling: spellings.BTC,
    version: 300_000,
    subversion: '/Satoshi:30.0.0/',
    protocolVersion: 70_016,
    relayFeeRate: 100n,
    replaces: true,
  },
  BCH: {
    ...core,
    spelling: spellings.BCH,
    version: 28_000_100,
    subversion: '/Bitcoin Cash Node:28.0.1(EB32.0)/',
    protocolVersion: 70_017,
    relayFeeRate: 1_000n,
    testsAcceptance: 'one',
    versions: { least: 1, most: 2 },
    // The limit was lifted with the upgrade of May 2021; this one keeps a walk over ancestors short.
    longestChain: 1_000,
    mostFee: { whole: 10_000_000n },
    scriptForm: 'addresses',
    entryForm: 'cash',
    methods: ['estimatefee'],
  },
  BSV: {
    ...core,
    spelling: spellings.BSV,
    version: 101_020_000,
    subversion: '/Bitcoin SV:1.2.0/',
    protocolVersion: 70_016,
    relayFeeRate: 0n,
    testsAcceptance: 'none',
    versions: null,
    largestTransaction: 10_000_000,
    dust: 'accepted',
    anyScript: true,
    relativeLocks: false,
    keepsNonFinal: true,
    // Its own is 10 000 (DEFAULT_ANCESTOR_LIMIT).
    longestChain: 1_000,
    mostFee: { whole: 10_000_000n },
    scriptForm: 'addresses',
    entryForm: 'plain',
    methods: ['getsettings', 'getinfo', 'gettxouts', 'getrawnonfinalmempool'],
  },
  DASH: {
    ...core,
    spelling: spellings.DASH,
    version: 220_100,
    subversion: '/Dash Core:22.1.0/',
    protocolVersion: 70_235,
    relayFeeRate: 1_000n,
  },
  LTC: {
    ...core,
    spelling: spellings.LTC,
    version: 210_201,
    subversion: '/LitecoinCore:0.21.2.1/',
    protocolVersion: 70_017,
    relayFeeRate: 1_000n,
    testsAcceptance: 'one',
    versions: { least: 1, most: 2 },
    scriptForm: 'addresses',
  },
  DOGE: {
    ...core,
    spelling: spellings.DOGE,
    version: 1_140_900,
    subversion: '/Shibetoshi:1.14.9/',
    protocolVersion: 70_015,
    relayFeeRate: 100_000n,
    testsAcceptance: 'none',
    versions: { least: 1, most: 2 },
    dust: { hard: 100_000n },
    mostFee: { whole: 10_000_000_000n },
    scriptForm: 'addresses',
    entryForm: 'old',
    methods: ['estimatesmartfee', 'estimatefee', 'getinfo'],
  },
}
