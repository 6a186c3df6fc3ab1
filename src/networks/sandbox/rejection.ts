/** Why a node rejects a transaction. */
export interface MempoolRejection {
  readonly reason: Reason
  /** Extra text that some nodes add: amounts, limits. */
  readonly detail?: string
}

/** Reject reasons of Bitcoin Core (`validation.cpp`, `policy.cpp`), with the reject codes that older nodes add. */
export const rejectCodes = {
  version: 64,
  'tx-size': 64,
  'scriptsig-size': 64,
  'scriptsig-not-pushonly': 64,
  'tx-size-small': 64,
  scriptpubkey: 64,
  dust: 64,
  'multi-op-return': 64,
  'mweb-before-activation': 64,
  hogex: 16,
  'non-final': 64,
  'non-BIP68-final': 64,
  'bad-txns-nonstandard-inputs': 64,
  'bad-witness-nonstandard': 64,
  'bad-txns-too-many-sigops': 64,
  'too-long-mempool-chain': 64,
  'min relay fee not met': 66,
  'insufficient fee': 66,
  'replacement-adds-unconfirmed': 64,
  'too many potential replacements': 64,
  /** Dogecoin's reason for a fee that its peers don't relay. */
  'rate limited free transaction': 66,
  'bad-txns-in-belowout': 16,
  'bad-txns-spends-conflicting-tx': 16,
  'bad-txns-premature-spend-of-coinbase': 16,
  'bad-txns-token-commitment-oversized': 16,
  'bad-txns-token-amount-overflow': 16,
  'bad-txns-token-invalid-category': 16,
  'bad-txns-token-in-belowout': 16,
  'bad-txns-token-nft-ex-nihilo': 16,
  /** A script fails. `detail` is the reason. */
  'script-verify': 16,
  /** A script fails rules that blocks don't have to follow. */
  'script-verify-policy': 64,
  'bad-txns-inputs-missingorspent': 16,
  'txn-mempool-conflict': 258,
  'txn-already-in-mempool': 257,
  'txn-already-known': 257,
  'max-fee-exceeded': 256,
} as const

export type Reason = keyof typeof rejectCodes

export const createRejection = (reason: Reason, detail?: string): MempoolRejection => ({
  reason,
  ...(detail !== undefined && { detail }),
})
