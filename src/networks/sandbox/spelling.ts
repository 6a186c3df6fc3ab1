import { RpcError } from '../rpc.ts'
import { type Reason, type Refusal, rejectCodes } from './refusal.ts'

/** How the node of one coin says no. */
export interface Spelling {
  /** The error of `sendrawtransaction`. */
  send(refusal: Refusal): RpcError
  /** The `reject-reason` of `testmempoolaccept`. */
  test(refusal: Refusal): string
  /** Sent again while it is in the pool: null where that is success. */
  readonly pooledAlready: RpcError | null
  /** Sent again when it is mined, and an output of it is unspent. */
  readonly minedAlready: RpcError
  readonly undecodable: RpcError
}

/** RPC_TRANSACTION_ERROR, …_REJECTED, …_ALREADY_IN_CHAIN, RPC_DESERIALIZATION_ERROR (`rpc/protocol.h`). */
const code = { failed: -25, rejected: -26, inChain: -27, undecodable: -22 } as const

const tooExpensive = 'Fee exceeds maximum configured by user (e.g. -maxtxfee, maxfeerate)'
const atLeastOneInput = 'TX decode failed. Make sure the tx has at least one input.'

/** `reason, detail`: Bitcoin Core since 0.20, and who follows it. `failedScript` is what it calls a wrong signature. */
function coreSpelling(minedAlready: string, failedScript: string): Spelling {
  const text = ({ reason, detail }: Refusal): string => {
    if (reason === 'script-verify') return `${failedScript} (${detail})`
    return detail === undefined ? reason : `${reason}, ${detail}`
  }
  return {
    send: (refusal) => {
      if (refusal.reason === 'max-fee-exceeded') return new RpcError(code.failed, tooExpensive)
      const missing = refusal.reason === 'bad-txns-inputs-missingorspent'
      return new RpcError(missing ? code.failed : code.rejected, text(refusal))
    },
    test: ({ reason, detail }) => {
      if (reason === 'script-verify') return `${failedScript} (${detail})`
      return reason === 'bad-txns-inputs-missingorspent' ? 'missing-inputs' : reason
    },
    pooledAlready: null,
    minedAlready: new RpcError(code.inChain, minedAlready),
    undecodable: new RpcError(code.undecodable, atLeastOneInput),
  }
}

/** What the nodes that kept reject codes call a reason. */
const olderNames: Partial<Record<Reason, string>> = { 'max-fee-exceeded': 'absurdly-high-fee' }

function olderName({ reason, detail }: Refusal): string {
  if (reason === 'script-verify') return `mandatory-script-verify-flag-failed (${detail})`
  return olderNames[reason] ?? reason
}

/** `64: reason`: Bitcoin Core up to 0.19, which BSV's and Dogecoin's nodes keep. */
function prefixedSpelling(pooledAlready: RpcError | null, minedAlready: RpcError): Spelling {
  const text = (refusal: Refusal): string => `${rejectCodes[refusal.reason]}: ${olderName(refusal)}`
  return {
    send: (refusal) =>
      refusal.reason === 'bad-txns-inputs-missingorspent'
        ? new RpcError(code.failed, 'Missing inputs')
        : new RpcError(code.rejected, text(refusal)),
    test: text,
    pooledAlready,
    minedAlready,
    undecodable: new RpcError(code.undecodable, 'TX decode failed'),
  }
}

/** `reason, detail (code 64)`: Bitcoin Cash Node. */
function cashSpelling(): Spelling {
  const codeOf = ({ reason }: Refusal): number => (rejectCodes[reason] > 256 ? 18 : rejectCodes[reason])
  const nameOf = (refusal: Refusal): string =>
    refusal.reason === 'non-final' ? 'bad-txns-nonfinal' : olderName(refusal)
  const detailOf = ({ reason, detail }: Refusal): string => {
    if (reason === 'non-final') return ', non-final transaction'
    const silent = detail === undefined || reason === 'script-verify' || reason === 'min relay fee not met'
    return silent ? '' : `, ${detail}`
  }
  return {
    send: (refusal) =>
      refusal.reason === 'bad-txns-inputs-missingorspent'
        ? new RpcError(code.failed, 'Missing inputs')
        : new RpcError(code.rejected, `${nameOf(refusal)}${detailOf(refusal)} (code ${codeOf(refusal)})`),
    test: (refusal) =>
      refusal.reason === 'bad-txns-inputs-missingorspent'
        ? 'missing-inputs'
        : `${codeOf(refusal)}: ${nameOf(refusal)}`,
    pooledAlready: null,
    minedAlready: new RpcError(code.inChain, 'transaction already in block chain'),
    undecodable: new RpcError(code.undecodable, 'TX decode failed'),
  }
}

const mandatory = 'mandatory-script-verify-flag-failed'
const inBlockChain = 'Transaction already in block chain'

export const spellings = {
  BTC: coreSpelling('Transaction outputs already in utxo set', 'mempool-script-verify-flag-failed'),
  BCH: cashSpelling(),
  BSV: prefixedSpelling(
    new RpcError(code.inChain, 'Transaction already in the mempool'),
    new RpcError(code.rejected, '257: txn-already-known'),
  ),
  DASH: coreSpelling(inBlockChain, mandatory),
  LTC: coreSpelling(inBlockChain, mandatory),
  DOGE: prefixedSpelling(null, new RpcError(code.inChain, 'transaction already in block chain')),
} as const satisfies Record<string, Spelling>
