import { serialise } from '../../src/coins/codec/transaction.ts'
import type { Database } from '../../src/platform/storage/database.ts'
import type { Signed } from './wallet.ts'

/** Versions of a transaction with the same id that no node accepts: without its witnesses, and with a byte of a signature changed. */
export const corruptions: readonly [string, (signed: Signed) => string][] = [
  ['without its witness', (signed) => rewriteWitness(signed, () => [])],
  [
    'with a byte of its signature changed',
    (signed) =>
      rewriteWitness(signed, ([signature = Buffer.of(), ...rest]) => [changeByte(signature), ...rest]),
  ],
]

type Witness = readonly Uint8Array[]

export function rewriteWitness({ transaction }: Signed, change: (witness: Witness) => Witness): string {
  const inputs = transaction.inputs.map((input) => ({ ...input, witness: change(input.witness) }))
  return Buffer.from(serialise({ ...transaction, inputs })).toString('hex')
}

const changeByte = (signature: Uint8Array): Uint8Array =>
  signature.map((byte, index) => (index === 20 ? byte ^ 1 : byte))

/** The stored bytes of an invoice's transactions, in order. */
export async function readStoredBytes(
  { read }: Pick<Database, 'read'>,
  uid: string,
): Promise<readonly string[]> {
  const rows = await read.query
    .selectFrom('payment_transactions')
    .innerJoin('payments', 'payments.id', 'payment_transactions.payment_id')
    .innerJoin('transaction_bytes', 'transaction_bytes.id', 'bytes_id')
    .where('payments.invoice_uid', '=', uid)
    .orderBy('place')
    .select('hex')
    .execute()
  return rows.map(({ hex }) => hex)
}
