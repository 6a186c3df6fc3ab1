/**
 * A transaction that one of bitcore's libraries builds and signs: before the signatures, with them, its id and its fee. Outputs go to an address
 * or to a script. `feeRate`: base units per byte.
 */
export function buildTransaction(library, { secret, unspent, outputs, feeRate, change }) {
  const { Address, PrivateKey, Script, Transaction } = library
  const transaction = new Transaction()
    .from(
      unspent.map(({ txid, vout, script, amount }) => ({
        txId: txid,
        outputIndex: vout,
        script,
        satoshis: amount,
      })),
    )
    .change(change)
    .feePerKb(Math.ceil(feeRate * 1_000))
  for (const { address, script, amount } of outputs) {
    const pays = address === undefined ? new Script(script) : Script.fromAddress(new Address(address))
    transaction.addOutput(new Transaction.Output({ satoshis: amount, script: pays }))
  }
  const unsigned = transaction.uncheckedSerialize()
  const signed = transaction.sign(new PrivateKey(secret, 'regtest')).serialize()
  return { unsigned, signed, txid: transaction.hash, fee: transaction.getFee() }
}
