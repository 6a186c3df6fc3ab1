import { RpcError } from '../rpc.ts'
import { type MempoolRejection, type Reason, rejectCodes } from './rejection.ts'
import { scriptErrors } from './script/errors.ts'

/** The rejection messages of one coin's node. */
export interface NodeRejectionMessages {
  /** The error of `sendrawtransaction`. */
  send(refusal: MempoolRejection): RpcError
  /** The `reject-reason` of `testmempoolaccept`. */
  test(refusal: MempoolRejection): string
  /** The error for a transaction that is already in the mempool. Null if that counts as success. */
  readonly pooledAlready: RpcError | null
  /** The error for a transaction that is already mined and still has an unspent output. */
  readonly minedAlready: RpcError
  readonly undecodable: RpcError
}

/** RPC_TRANSACTION_ERROR, …_REJECTED, …_ALREADY_IN_CHAIN, RPC_DESERIALIZATION_ERROR (`rpc/protocol.h`). */
const code = { failed: -25, rejected: -26, inChain: -27, undecodable: -22 } as const

const tooExpensive = 'Fee exceeds maximum configured by user (e.g. -maxtxfee, maxfeerate)'
const atLeastOneInput = 'TX decode failed. Make sure the tx has at least one input.'

/** The node's names for a failed script, by whether a block may still contain it. */
interface ScriptWords {
  readonly 'script-verify': string
  readonly 'script-verify-policy': string
}

function isScriptFlaw(reason: Reason): reason is keyof ScriptWords {
  return reason === 'script-verify' || reason === 'script-verify-policy'
}

/** `reason, detail`: Bitcoin Core since 0.20, and the nodes that follow it. */
function coreSpelling(minedAlready: string, words: ScriptWords): NodeRejectionMessages {
  const text = ({ reason, detail }: MempoolRejection): string => {
    if (isScriptFlaw(reason)) return `${words[reason]} (${detail})`
    return detail === undefined ? reason : `${reason}, ${detail}`
  }
  return {
    send: (refusal) => {
      if (refusal.reason === 'max-fee-exceeded') return new RpcError(code.failed, tooExpensive)
      const missing = refusal.reason === 'bad-txns-inputs-missingorspent'
      return new RpcError(missing ? code.failed : code.rejected, text(refusal))
    },
    test: ({ reason, detail }) => {
      if (isScriptFlaw(reason)) return `${words[reason]} (${detail})`
      return reason === 'bad-txns-inputs-missingorspent' ? 'missing-inputs' : reason
    },
    pooledAlready: null,
    minedAlready: new RpcError(code.inChain, minedAlready),
    undecodable: new RpcError(code.undecodable, atLeastOneInput),
  }
}

/** The names for a failed script in Bitcoin Core before 28 and its derivatives. */
const bothWords: ScriptWords = {
  'script-verify': 'mandatory-script-verify-flag-failed',
  'script-verify-policy': 'non-mandatory-script-verify-flag',
}
const olderCleanStack = 'Extra items left on stack after execution'

/** The reasons under the names of the nodes that kept reject codes. */
const olderNames: Partial<Record<Reason, string>> = { 'max-fee-exceeded': 'absurdly-high-fee' }

function olderName({ reason, detail }: MempoolRejection): string {
  if (!isScriptFlaw(reason)) return olderNames[reason] ?? reason
  return `${bothWords[reason]} (${detail === scriptErrors.CLEANSTACK ? olderCleanStack : detail})`
}

/** `64: reason`: Bitcoin Core up to 0.19, and still BSV's and Dogecoin's nodes. */
function prefixedSpelling(pooledAlready: RpcError | null, minedAlready: RpcError): NodeRejectionMessages {
  const text = (refusal: MempoolRejection): string => `${rejectCodes[refusal.reason]}: ${olderName(refusal)}`
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
function cashSpelling(): NodeRejectionMessages {
  const codeOf = ({ reason }: MempoolRejection): number =>
    rejectCodes[reason] > 256 ? 18 : rejectCodes[reason]
  const nameOf = (refusal: MempoolRejection): string =>
    refusal.reason === 'non-final' ? 'bad-txns-nonfinal' : olderName(refusal)
  const detailOf = ({ reason, detail }: MempoolRejection): string => {
    if (reason === 'non-final') return ', non-final transaction'
    const silent = detail === undefined || isScriptFlaw(reason) || reason === 'min relay fee not met'
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

/** Since Bitcoin Core 28 the two are no longer distinguished. */
const mempoolWords: ScriptWords = {
  'script-verify': 'mempool-script-verify-flag-failed',
  'script-verify-policy': 'mempool-script-verify-flag-failed',
}
const inBlockChain = 'Transaction already in block chain'

export const nodeRejectionMessages = {
  BTC: coreSpelling('Transaction outputs already in utxo set', mempoolWords),
  BCH: cashSpelling(),
  BSV: prefixedSpelling(
    new RpcError(code.inChain, 'Transaction already in the mempool'),
    new RpcError(code.rejected, '257: txn-already-known'),
  ),
  DASH: coreSpelling(inBlockChain, bothWords),
  LTC: coreSpelling(inBlockChain, bothWords),
  DOGE: prefixedSpelling(null, new RpcError(code.inChain, 'transaction already in block chain')),
} as const satisfies Record<string, NodeRejectionMessages>
