import { RpcError } from '../rpc.ts'
import { type MempoolRejection, type Reason, rejectCodes } from './rejection.ts'
import { scriptErrors } from './script/errors.ts'

/** The rejection messages of one coin's node. */
export interface NodeRejectionMessages {
  /** The error of `sendrawtransaction`. */
  send(rejection: MempoolRejection): RpcError
  /** The `reject-reason` of `testmempoolaccept`. */
  test(rejection: MempoolRejection): string
  /** The error for a transaction that is already in the mempool. Null if that counts as success. */
  readonly alreadyInMempool: RpcError | null
  /** The error for a transaction that is already mined and still has an unspent output. */
  readonly alreadyMined: RpcError
  readonly undecodable: RpcError
}

/** RPC_TRANSACTION_ERROR, …_REJECTED, …_ALREADY_IN_CHAIN, RPC_DESERIALIZATION_ERROR (`rpc/protocol.h`). */
const code = { failed: -25, rejected: -26, inChain: -27, undecodable: -22 } as const

const tooExpensive = 'Fee exceeds maximum configured by user (e.g. -maxtxfee, maxfeerate)'
const atLeastOneInput = 'TX decode failed. Make sure the tx has at least one input.'

/** The node's names for a failed script, by whether a block may still contain it. */
interface ScriptFailureNames {
  readonly 'script-verify': string
  readonly 'script-verify-policy': string
}

function isScriptFailure(reason: Reason): reason is keyof ScriptFailureNames {
  return reason === 'script-verify' || reason === 'script-verify-policy'
}

/** `reason, detail`: Bitcoin Core since 0.20, and the nodes that follow it. */
function createCoreMessages(alreadyMined: string, names: ScriptFailureNames): NodeRejectionMessages {
  const getMessage = ({ reason, detail }: MempoolRejection): string => {
    if (isScriptFailure(reason)) return `${names[reason]} (${detail})`
    return detail === undefined ? reason : `${reason}, ${detail}`
  }
  return {
    send: (rejection) => {
      if (rejection.reason === 'max-fee-exceeded') return new RpcError(code.failed, tooExpensive)
      const areInputsMissing = rejection.reason === 'bad-txns-inputs-missingorspent'
      return new RpcError(areInputsMissing ? code.failed : code.rejected, getMessage(rejection))
    },
    test: ({ reason, detail }) => {
      if (isScriptFailure(reason)) return `${names[reason]} (${detail})`
      return reason === 'bad-txns-inputs-missingorspent' ? 'missing-inputs' : reason
    },
    alreadyInMempool: null,
    alreadyMined: new RpcError(code.inChain, alreadyMined),
    undecodable: new RpcError(code.undecodable, atLeastOneInput),
  }
}

/** The names for a failed script in Bitcoin Core before 28 and its derivatives. */
const scriptFailureNames: ScriptFailureNames = {
  'script-verify': 'mandatory-script-verify-flag-failed',
  'script-verify-policy': 'non-mandatory-script-verify-flag',
}
const olderCleanStack = 'Extra items left on stack after execution'

/** The reasons under the names of the nodes that kept reject codes. */
const olderNames: Partial<Record<Reason, string>> = { 'max-fee-exceeded': 'absurdly-high-fee' }

function getOlderName({ reason, detail }: MempoolRejection): string {
  if (!isScriptFailure(reason)) return olderNames[reason] ?? reason
  return `${scriptFailureNames[reason]} (${detail === scriptErrors.CLEANSTACK ? olderCleanStack : detail})`
}

/** `64: reason`: Bitcoin Core up to 0.19, and still BSV's and Dogecoin's nodes. */
function createPrefixedMessages(
  alreadyInMempool: RpcError | null,
  alreadyMined: RpcError,
): NodeRejectionMessages {
  const getMessage = (rejection: MempoolRejection): string =>
    `${rejectCodes[rejection.reason]}: ${getOlderName(rejection)}`
  return {
    send: (rejection) =>
      rejection.reason === 'bad-txns-inputs-missingorspent'
        ? new RpcError(code.failed, 'Missing inputs')
        : new RpcError(code.rejected, getMessage(rejection)),
    test: getMessage,
    alreadyInMempool,
    alreadyMined,
    undecodable: new RpcError(code.undecodable, 'TX decode failed'),
  }
}

/** `reason, detail (code 64)`: Bitcoin Cash Node. */
function createBchMessages(): NodeRejectionMessages {
  const getCode = ({ reason }: MempoolRejection): number =>
    rejectCodes[reason] > 256 ? 18 : rejectCodes[reason]
  const getName = (rejection: MempoolRejection): string =>
    rejection.reason === 'non-final' ? 'bad-txns-nonfinal' : getOlderName(rejection)
  const formatDetail = ({ reason, detail }: MempoolRejection): string => {
    if (reason === 'non-final') return ', non-final transaction'
    const omitsDetail = detail === undefined || isScriptFailure(reason) || reason === 'min relay fee not met'
    return omitsDetail ? '' : `, ${detail}`
  }
  return {
    send: (rejection) =>
      rejection.reason === 'bad-txns-inputs-missingorspent'
        ? new RpcError(code.failed, 'Missing inputs')
        : new RpcError(
            code.rejected,
            `${getName(rejection)}${formatDetail(rejection)} (code ${getCode(rejection)})`,
          ),
    test: (rejection) =>
      rejection.reason === 'bad-txns-inputs-missingorspent'
        ? 'missing-inputs'
        : `${getCode(rejection)}: ${getName(rejection)}`,
    alreadyInMempool: null,
    alreadyMined: new RpcError(code.inChain, 'transaction already in block chain'),
    undecodable: new RpcError(code.undecodable, 'TX decode failed'),
  }
}

/** Since Bitcoin Core 28 the two are no longer distinguished. */
const mempoolScriptFailureNames: ScriptFailureNames = {
  'script-verify': 'mempool-script-verify-flag-failed',
  'script-verify-policy': 'mempool-script-verify-flag-failed',
}
const inBlockChain = 'Transaction already in block chain'

export const nodeRejectionMessages = {
  BTC: createCoreMessages('Transaction outputs already in utxo set', mempoolScriptFailureNames),
  BCH: createBchMessages(),
  BSV: createPrefixedMessages(
    new RpcError(code.inChain, 'Transaction already in the mempool'),
    new RpcError(code.rejected, '257: txn-already-known'),
  ),
  DASH: createCoreMessages(inBlockChain, scriptFailureNames),
  LTC: createCoreMessages(inBlockChain, scriptFailureNames),
  DOGE: createPrefixedMessages(null, new RpcError(code.inChain, 'transaction already in block chain')),
} as const satisfies Record<string, NodeRejectionMessages>
