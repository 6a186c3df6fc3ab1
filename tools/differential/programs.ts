/** The default program names of the nodes. */
export const programs: Readonly<Record<string, string>> = {
  LTC: 'litecoind',
  BTC: 'bitcoind',
  DASH: 'dashd',
  DOGE: 'dogecoind',
}

/** Mainnet rules, no peers, little memory. */
const core = ['dnsseed=0', 'acceptnonstdtxn=0', 'dbcache=8', 'par=1', 'disablewallet=1']

/** Settings of a node in addition to those common to all. */
export const nodeSettings: Readonly<Record<string, readonly string[]>> = {
  // MWEB stays inactive, as in the sandbox.
  LTC: [...core, 'vbparams=mweb:4000000000:4100000000'],
  BTC: core,
  DASH: core,
  DOGE: core,
  BCH: [...core, 'expire=0'],
  BSV: [
    ...core,
    'excessiveblocksize=1000000000',
    'maxstackmemoryusageconsensus=100000000',
    'minminingtxfee=0.00000001',
  ],
}
