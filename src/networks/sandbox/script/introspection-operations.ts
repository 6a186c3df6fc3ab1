import { idBytes } from '../../../coins/codec/transaction.ts'
import type { TransactionInput, TransactionOutput } from '../../../coins/coin.ts'
import { fail } from './errors.ts'
import { isCash, type Machine, type OpcodeHandler, popIndex, push, pushNumber } from './machine.ts'
import { op } from './opcodes.ts'
import { splitOutput } from './tokens.ts'

type Value = bigint | Uint8Array

/** Bitcoin Cash introspection: scripts can read the transaction they belong to. */
export const introspectionOperations = new Map<number, OpcodeHandler>([
  ofTransaction(op.inputIndex, ({ context }) => BigInt(context.checker.spending.index)),
  ofTransaction(op.activeBytecode, ({ script, codeStart }) => script.subarray(codeStart)),
  ofTransaction(op.txVersion, (machine) => BigInt(transactionOf(machine).version)),
  ofTransaction(op.txInputCount, (machine) => BigInt(transactionOf(machine).inputs.length)),
  ofTransaction(op.txOutputCount, (machine) => BigInt(transactionOf(machine).outputs.length)),
  ofTransaction(op.txLockTime, (machine) => BigInt(transactionOf(machine).lockTime)),
  ofInput(op.outpointTxHash, ({ txid }) => idBytes(txid)),
  ofInput(op.outpointIndex, ({ vout }) => BigInt(vout)),
  ofInput(op.inputBytecode, ({ script }) => script),
  ofInput(op.inputSequenceNumber, ({ sequence }) => BigInt(sequence)),
  ...ofOutputs(op.utxoValue, op.outputValue, ({ amount }) => amount),
  ...ofOutputs(op.utxoBytecode, op.outputBytecode, ({ script }) => splitOutput(script).script),
  ...ofOutputs(op.utxoTokenCategory, op.outputTokenCategory, tokenCategory),
  ...ofOutputs(op.utxoTokenCommitment, op.outputTokenCommitment, tokenCommitment),
  ...ofOutputs(
    op.utxoTokenAmount,
    op.outputTokenAmount,
    ({ script }) => splitOutput(script).token?.amount ?? 0n,
  ),
])

const nothing = new Uint8Array()

function transactionOf({ context }: Machine) {
  return context.checker.spending.transaction
}

function ofTransaction(opcode: number, read: (machine: Machine) => Value): [number, OpcodeHandler] {
  return [
    opcode,
    (machine) => {
      if (!isCash(machine)) fail('BAD_OPCODE')
      pushValue(machine, read(machine))
    },
  ]
}

/** An opcode that takes an input index from the stack. */
function ofInput(opcode: number, read: (input: TransactionInput) => Value): [number, OpcodeHandler] {
  return ofTransaction(opcode, (machine) => {
    const input = transactionOf(machine).inputs[popIndex(machine)]
    return read(input ?? fail('INVALID_TX_INPUT_INDEX'))
  })
}

/** The same for the spent outputs and the created ones. */
function ofOutputs(
  spentOpcode: number,
  createdOpcode: number,
  read: (output: TransactionOutput) => Value,
): [number, OpcodeHandler][] {
  return [
    ofTransaction(spentOpcode, (machine) => {
      const output = machine.context.checker.spending.spent[popIndex(machine)]
      return read(output ?? fail('INVALID_TX_INPUT_INDEX'))
    }),
    ofTransaction(createdOpcode, (machine) => {
      const output = transactionOf(machine).outputs[popIndex(machine)]
      return read(output ?? fail('INVALID_TX_OUTPUT_INDEX'))
    }),
  ]
}

/** The category, followed by the capability of a mutable or minting NFT. */
function tokenCategory({ script }: TransactionOutput): Uint8Array {
  const { token } = splitOutput(script)
  if (!token) return nothing
  const { category, nft } = token
  const capability = nft?.capability === 'minting' ? [2] : nft?.capability === 'mutable' ? [1] : []
  return Uint8Array.of(...idBytes(category), ...capability)
}

function tokenCommitment({ script }: TransactionOutput): Uint8Array {
  return splitOutput(script).token?.nft?.commitment ?? nothing
}

function pushValue(machine: Machine, value: Value): void {
  if (typeof value === 'bigint') pushNumber(machine, value)
  else push(machine, value)
}
