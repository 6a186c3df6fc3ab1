/**
 * Builds and signs a transaction with one of bitcore's libraries. Returns it unsigned and signed, with its id and its fee. Outputs pay an address
 * or a script. `feeRate`: base units per byte.
 */
export function buildTransaction(library, { secret, utxos, outputs, feeRate, change }) {
  const { Address, PrivateKey, Script, Transaction } = library
  const transaction = new Transaction()
    .from(
      utxos.map(({ txid, vout, script, amount }) => ({
        txId: txid,
        outputIndex: vout,
        script,
        satoshis: amount,
      })),
    )
    .change(change)
    .feePerKb(Math.ceil(feeRate * 1_000))
  for (const { address, script, amount } of outputs) {
    const outputScript = address === undefined ? new Script(script) : Script.fromAddress(new Address(address))
    transaction.addOutput(new Transaction.Output({ satoshis: amount, script: outputScript }))
  }
  const unsigned = transaction.uncheckedSerialize()
  const signed = transaction.sign(new PrivateKey(secret, 'regtest')).serialize()
  return { unsigned, signed, txid: transaction.hash, fee: transaction.getFee() }
}
