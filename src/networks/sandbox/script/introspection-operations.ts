import { txidToBytes } from '../../../coins/codec/transaction.ts'
import type { TransactionInput, TransactionOutput } from '../../../coins/coin.ts'
import { fail } from './errors.ts'
import { isCash, type Machine, type OpcodeHandler, popIndex, push, pushNumber } from './machine.ts'
import { op } from './opcodes.ts'
import { splitOutput } from './tokens.ts'

type Value = bigint | Uint8Array

/** Bitcoin Cash introspection: scripts can read the transaction they belong to. */
export const introspectionOperations = new Map<number, OpcodeHandler>([
  transactionOpcode(op.inputIndex, ({ context }) => BigInt(context.checker.spending.index)),
  transactionOpcode(op.activeBytecode, ({ script, codeStart }) => script.subarray(codeStart)),
  transactionOpcode(op.txVersion, (machine) => BigInt(transactionOf(machine).version)),
  transactionOpcode(op.txInputCount, (machine) => BigInt(transactionOf(machine).inputs.length)),
  transactionOpcode(op.txOutputCount, (machine) => BigInt(transactionOf(machine).outputs.length)),
  transactionOpcode(op.txLockTime, (machine) => BigInt(transactionOf(machine).lockTime)),
  inputOpcode(op.outpointTxHash, ({ txid }) => txidToBytes(txid)),
  inputOpcode(op.outpointIndex, ({ vout }) => BigInt(vout)),
  inputOpcode(op.inputBytecode, ({ script }) => script),
  inputOpcode(op.inputSequenceNumber, ({ sequence }) => BigInt(sequence)),
  ...outputOpcodes(op.utxoValue, op.outputValue, ({ amount }) => amount),
  ...outputOpcodes(op.utxoBytecode, op.outputBytecode, ({ script }) => splitOutput(script).script),
  ...outputOpcodes(op.utxoTokenCategory, op.outputTokenCategory, tokenCategory),
  ...outputOpcodes(op.utxoTokenCommitment, op.outputTokenCommitment, tokenCommitment),
  ...outputOpcodes(
    op.utxoTokenAmount,
    op.outputTokenAmount,
    ({ script }) => splitOutput(script).token?.amount ?? 0n,
  ),
])

const emptyBytes = new Uint8Array()

function transactionOf({ context }: Machine) {
  return context.checker.spending.transaction
}

function transactionOpcode(opcode: number, read: (machine: Machine) => Value): [number, OpcodeHandler] {
  return [
    opcode,
    (machine) => {
      if (!isCash(machine)) fail('BAD_OPCODE')
      pushValue(machine, read(machine))
    },
  ]
}

/** An opcode that takes an input index from the stack. */
function inputOpcode(opcode: number, read: (input: TransactionInput) => Value): [number, OpcodeHandler] {
  return transactionOpcode(opcode, (machine) => {
    const input = transactionOf(machine).inputs[popIndex(machine)]
    return read(input ?? fail('INVALID_TX_INPUT_INDEX'))
  })
}

/** Opcodes that take the index of a spent or a created output from the stack. */
function outputOpcodes(
  spentOpcode: number,
  createdOpcode: number,
  read: (output: TransactionOutput) => Value,
): [number, OpcodeHandler][] {
  return [
    transactionOpcode(spentOpcode, (machine) => {
      const output = machine.context.checker.spending.spent[popIndex(machine)]
      return read(output ?? fail('INVALID_TX_INPUT_INDEX'))
    }),
    transactionOpcode(createdOpcode, (machine) => {
      const output = transactionOf(machine).outputs[popIndex(machine)]
      return read(output ?? fail('INVALID_TX_OUTPUT_INDEX'))
    }),
  ]
}

/** The category, followed by the capability of a mutable or minting NFT. */
function tokenCategory({ script }: TransactionOutput): Uint8Array {
  const { token } = splitOutput(script)
  if (!token) return emptyBytes
  const { category, nft } = token
  const capability = nft?.capability === 'minting' ? [2] : nft?.capability === 'mutable' ? [1] : []
  return Uint8Array.of(...txidToBytes(category), ...capability)
}

function tokenCommitment({ script }: TransactionOutput): Uint8Array {
  return splitOutput(script).token?.nft?.commitment ?? emptyBytes
}

function pushValue(machine: Machine, value: Value): void {
  if (typeof value === 'bigint') pushNumber(machine, value)
  else push(machine, value)
}
