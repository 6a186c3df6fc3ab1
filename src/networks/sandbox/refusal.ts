/** Why a node does not take a transaction. */
export interface Refusal {
  readonly reason: Reason
  /** What some nodes add: amounts, limits. */
  readonly detail?: string
}

/** Reasons in the words of Bitcoin Core (`validation.cpp`, `policy.cpp`), with the reject codes that older nodes put beside them. */
export const rejectCodes = {
  version: 64,
  'tx-size': 64,
  'scriptsig-size': 64,
  'scriptsig-not-pushonly': 64,
  scriptpubkey: 64,
  dust: 64,
  'non-final': 64,
  'non-BIP68-final': 64,
  'bad-txns-nonstandard-inputs': 64,
  'too-long-mempool-chain': 64,
  'min relay fee not met': 66,
  'insufficient fee': 66,
  'bad-txns-in-belowout': 16,
  'bad-txns-premature-spend-of-coinbase': 16,
  /** A signature does not hold; what is wrong with it stands in `detail`. */
  'script-verify': 16,
  'bad-txns-inputs-missingorspent': 16,
  'txn-mempool-conflict': 258,
  'txn-already-in-mempool': 257,
  'txn-already-known': 257,
  'max-fee-exceeded': 256,
} as const

export type Reason = keyof typeof rejectCodes
