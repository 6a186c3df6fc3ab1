import assert from 'node:assert/strict'
import { test } from 'node:test'
import { classifyNodeError, isVerdict } from './classify.ts'

/** Each node's code and message, and our rejection code. The order matches the table in the documentation of nodes. */
const spellings: readonly (readonly [node: string, code: number, message: string, meaning: string])[] = [
  ['BSV', -27, 'Transaction already in the mempool', 'known'],
  ['BTC', -27, 'Transaction outputs already in utxo set', 'known'],
  ['BTC', -27, 'Transaction already in block chain', 'known'],
  ['BCH', -27, 'transaction already in block chain', 'known'],
  ['LTC', -27, 'Transaction already in block chain', 'known'],
  ['DASH', -27, 'Transaction already in block chain', 'known'],
  ['DOGE', -27, 'transaction already in block chain', 'known'],
  ['any', -27, 'whatever it says', 'known'],
  ['BSV', -26, '257: txn-already-known', 'known'],
  ['BSV', -26, '257: txn-already-in-mempool', 'known'],
  ['BCH', -26, '18: txn-already-in-mempool', 'known'],
  ['BCH', -26, 'txn-already-in-mempool (code 18)', 'known'],
  ['BTC', -26, 'txn-already-in-mempool', 'known'],
  ['BTC', -26, 'txn-already-known', 'known'],
  ['BTC', -26, 'txn-same-nonwitness-data-in-mempool', 'known'],

  ['BTC', -25, 'bad-txns-inputs-missingorspent', 'inputs_missing'],
  ['LTC', -25, 'bad-txns-inputs-missingorspent', 'inputs_missing'],
  ['DASH', -25, 'bad-txns-inputs-missingorspent', 'inputs_missing'],
  ['BCH', -25, 'Missing inputs', 'inputs_missing'],
  ['BSV', -25, 'Missing inputs', 'inputs_missing'],
  ['DOGE', -25, 'Missing inputs', 'inputs_missing'],
  ['DOGE', -26, '18: bad-txns-inputs-spent', 'inputs_missing'],
  ['any', -26, 'missing-inputs', 'inputs_missing'],
  ['any', -25, '', 'inputs_missing'],

  [
    'BTC',
    -26,
    'insufficient fee, rejecting replacement 6fd1…, new feerate 0.00001 <= old feerate',
    'inputs_spent',
  ],
  ['BTC', -26, 'insufficient fee', 'inputs_spent'],
  ['BTC', -26, 'txn-mempool-conflict', 'inputs_spent'],
  ['BTC', -26, 'bad-txns-spends-conflicting-tx, 6fd1… spends conflicting transaction 9c0a…', 'inputs_spent'],
  ['BTC', -26, 'replacement-adds-unconfirmed, replacement 6fd1… adds unconfirmed input', 'inputs_spent'],
  ['BTC', -26, 'too many potential replacements, rejecting replacement 6fd1…', 'inputs_spent'],
  ['BCH', -26, 'txn-mempool-conflict (code 18)', 'inputs_spent'],
  ['BCH', -26, '18: txn-mempool-conflict', 'inputs_spent'],
  ['BSV', -26, '258: txn-mempool-conflict', 'inputs_spent'],
  ['BSV', -26, '258: txn-double-spend-detected', 'inputs_spent'],
  ['DASH', -26, 'txn-mempool-conflict', 'inputs_spent'],
  ['DASH', -26, 'tx-txlock-conflict', 'inputs_spent'],
  ['LTC', -26, 'txn-mempool-conflict', 'inputs_spent'],
  ['DOGE', -26, '258: txn-mempool-conflict', 'inputs_spent'],

  ['BTC', -26, 'min relay fee not met, 50 < 191', 'fee_too_low'],
  ['BTC', -26, 'mempool min fee not met', 'fee_too_low'],
  ['LTC', -26, 'min relay fee not met, 50 < 191', 'fee_too_low'],
  ['DASH', -26, 'min relay fee not met', 'fee_too_low'],
  ['BCH', -26, 'min relay fee not met (code 66)', 'fee_too_low'],
  ['BCH', -26, '66: min relay fee not met', 'fee_too_low'],
  ['BSV', -26, '66: mempool min fee not met', 'fee_too_low'],
  ['DOGE', -26, '66: min relay fee not met', 'fee_too_low'],
  ['DOGE', -26, '66: insufficient priority', 'fee_too_low'],
  ['DOGE', -26, '66: rate limited free transaction', 'fee_too_low'],

  ['BTC', -25, 'Fee exceeds maximum configured by user (maxfeerate)', 'fee_too_high'],
  ['LTC', -25, 'Fee exceeds maximum configured by user (e.g. -maxtxfee, maxfeerate)', 'fee_too_high'],
  ['BTC', -26, 'max-fee-exceeded', 'fee_too_high'],
  ['BCH', -26, 'absurdly-high-fee, 10000000 > 1000000 (code 256)', 'fee_too_high'],
  ['BSV', -26, '256: absurdly-high-fee', 'fee_too_high'],
  ['DOGE', -26, '256: absurdly-high-fee', 'fee_too_high'],

  [
    'BTC',
    -26,
    'mempool-script-verify-flag-failed (Script evaluated without error but finished with a false/empty top stack element), input 0 of 6fd1…',
    'signature_invalid',
  ],
  ['BTC', -26, 'non-mandatory-script-verify-flag (Witness program hash mismatch)', 'signature_invalid'],
  [
    'LTC',
    -26,
    'mandatory-script-verify-flag-failed (Signature must be zero for failed CHECK(MULTI)SIG operation)',
    'signature_invalid',
  ],
  ['DASH', -26, 'mandatory-script-verify-flag-failed (Non-canonical DER signature)', 'signature_invalid'],
  [
    'BCH',
    -26,
    'mandatory-script-verify-flag-failed (Signature must use SIGHASH_FORKID) (code 16)',
    'signature_invalid',
  ],
  [
    'BSV',
    -26,
    '16: mandatory-script-verify-flag-failed (Signature must use SIGHASH_FORKID)',
    'signature_invalid',
  ],
  [
    'BSV',
    -26,
    '64: flexible-mandatory-script-verify-flag-failed (Script failed an OP_EQUALVERIFY operation)',
    'signature_invalid',
  ],
  [
    'DOGE',
    -26,
    '16: mandatory-script-verify-flag-failed (Script failed an OP_EQUALVERIFY operation)',
    'signature_invalid',
  ],

  ['BTC', -26, 'bad-txns-in-belowout, value in (0.5) < value out (0.6)', 'outputs_exceed_inputs'],
  ['BCH', -26, 'bad-txns-in-belowout, value in (0.5) < value out (0.6) (code 16)', 'outputs_exceed_inputs'],
  ['BSV', -26, '16: bad-txns-in-belowout', 'outputs_exceed_inputs'],
  ['DOGE', -26, '16: bad-txns-in-belowout', 'outputs_exceed_inputs'],

  ['BTC', -26, 'non-final', 'not_final'],
  ['BTC', -26, 'non-BIP68-final', 'not_final'],
  ['BCH', -26, 'bad-txns-nonfinal, non-final transaction (code 64)', 'not_final'],
  ['DOGE', -26, '64: non-final', 'not_final'],

  ['LTC', -26, 'too-long-mempool-chain, too many unconfirmed ancestors [limit: 25]', 'chain_too_long'],
  ['BTC', -26, 'too-large-cluster', 'chain_too_long'],
  ['BSV', -26, '64: too-long-mempool-chain', 'chain_too_long'],

  ['LTC', -26, 'mempool full', 'pool_full'],
  ['BCH', -26, 'mempool full (code 66)', 'pool_full'],
  ['DOGE', -26, '66: mempool full', 'pool_full'],
  ['BSV', -26, '66: mempool full', 'pool_full'],

  ['BTC', -25, 'Mempool internal error', 'node_busy'],
  ['BSV', -25, 'Validation queue is full', 'node_busy'],
  ['BSV', -26, '64: too-long-validation-time', 'node_busy'],

  ['BTC', -22, 'TX decode failed. Make sure the tx has at least one input.', 'undecodable'],
  ['BCH', -22, 'TX decode failed', 'undecodable'],

  ['BTC', -26, 'dust, tx with dust output must be 0-fee', 'other'],
  ['BCH', -26, 'dust (code 64)', 'other'],
  ['DOGE', -26, '64: dust', 'other'],
  ['BTC', -26, 'version', 'other'],
  ['DOGE', -26, '64: version', 'other'],
  ['BTC', -25, 'Unspendable output exceeds maximum configured by user (maxburnamount)', 'other'],
  ['BTC', -26, 'bad-txns-premature-spend-of-coinbase, tried to spend coinbase at depth 1', 'other'],
]

for (const [node, code, message, meaning] of spellings) {
  test(`${node}: ${code} "${message}" means ${meaning}`, () => {
    const classified = classifyNodeError(code, message)

    assert.equal('alreadyKnown' in classified ? 'known' : classified.reason, meaning)
    if ('text' in classified) assert.equal(classified.text, message)
  })
}

test('only -22, -25, -26 and -27 are verdicts on the transaction', () => {
  assert.deepEqual([-22, -25, -26, -27].filter(isVerdict), [-22, -25, -26, -27])
  assert.deepEqual([-28, -1, -5, -7, -8, -20, -31, -32601, -32603].filter(isVerdict), [])
})
