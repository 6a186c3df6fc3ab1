import { txidToBytes } from '../../../coins/codec/transaction.ts'
import type { TransactionInput, TransactionOutput } from '../../../coins/coin.ts'
import { fail } from './errors.ts'
import { isCash, type Machine, type OpcodeHandler, popIndex, push, pushNumber } from './machine.ts'
import { op } from './opcodes.ts'
import { splitOutput } from './tokens.ts'

type Value = bigint | Uint8Array

/** Bitcoin Cash introspection: scripts can read the transaction they belong to. */
export const introspectionOperations = new Map<number, OpcodeHandler>([
  createTransactionOpcode(op.inputIndex, ({ context }) => BigInt(context.checker.spending.index)),
  createTransactionOpcode(op.activeBytecode, ({ script, codeStart }) => script.subarray(codeStart)),
  createTransactionOpcode(op.txVersion, (machine) => BigInt(getTransaction(machine).version)),
  createTransactionOpcode(op.txInputCount, (machine) => BigInt(getTransaction(machine).inputs.length)),
  createTransactionOpcode(op.txOutputCount, (machine) => BigInt(getTransaction(machine).outputs.length)),
  createTransactionOpcode(op.txLockTime, (machine) => BigInt(getTransaction(machine).lockTime)),
  createInputOpcode(op.outpointTxHash, ({ txid }) => txidToBytes(txid)),
  createInputOpcode(op.outpointIndex, ({ vout }) => BigInt(vout)),
  createInputOpcode(op.inputBytecode, ({ script }) => script),
  createInputOpcode(op.inputSequenceNumber, ({ sequence }) => BigInt(sequence)),
  ...createOutputOpcodes(op.utxoValue, op.outputValue, ({ amount }) => amount),
  ...createOutputOpcodes(op.utxoBytecode, op.outputBytecode, ({ script }) => splitOutput(script).script),
  ...createOutputOpcodes(op.utxoTokenCategory, op.outputTokenCategory, readTokenCategory),
  ...createOutputOpcodes(op.utxoTokenCommitment, op.outputTokenCommitment, readTokenCommitment),
  ...createOutputOpcodes(
    op.utxoTokenAmount,
    op.outputTokenAmount,
    ({ script }) => splitOutput(script).token?.amount ?? 0n,
  ),
])

const emptyBytes = new Uint8Array()

function getTransaction({ context }: Machine) {
  return context.checker.spending.transaction
}

function createTransactionOpcode(opcode: number, read: (machine: Machine) => Value): [number, OpcodeHandler] {
  return [
    opcode,
    (machine) => {
      if (!isCash(machine)) fail('BAD_OPCODE')
      pushValue(machine, read(machine))
    },
  ]
}

/** An opcode that takes an input index from the stack. */
function createInputOpcode(
  opcode: number,
  read: (input: TransactionInput) => Value,
): [number, OpcodeHandler] {
  return createTransactionOpcode(opcode, (machine) => {
    const input = getTransaction(machine).inputs[popIndex(machine)]
    return read(input ?? fail('INVALID_TX_INPUT_INDEX'))
  })
}

/** Opcodes that take the index of a spent or a created output from the stack. */
function createOutputOpcodes(
  spentOpcode: number,
  createdOpcode: number,
  read: (output: TransactionOutput) => Value,
): [number, OpcodeHandler][] {
  return [
    createTransactionOpcode(spentOpcode, (machine) => {
      const output = machine.context.checker.spending.spentOutputs[popIndex(machine)]
      return read(output ?? fail('INVALID_TX_INPUT_INDEX'))
    }),
    createTransactionOpcode(createdOpcode, (machine) => {
      const output = getTransaction(machine).outputs[popIndex(machine)]
      return read(output ?? fail('INVALID_TX_OUTPUT_INDEX'))
    }),
  ]
}

/** The category, followed by the capability of a mutable or minting NFT. */
function readTokenCategory({ script }: TransactionOutput): Uint8Array {
  const { token } = splitOutput(script)
  if (!token) return emptyBytes
  const { category, nft } = token
  const capability = nft?.capability === 'minting' ? [2] : nft?.capability === 'mutable' ? [1] : []
  return Uint8Array.of(...txidToBytes(category), ...capability)
}

function readTokenCommitment({ script }: TransactionOutput): Uint8Array {
  return splitOutput(script).token?.nft?.commitment ?? emptyBytes
}

function pushValue(machine: Machine, value: Value): void {
  if (typeof value === 'bigint') pushNumber(machine, value)
  else push(machine, value)
}
