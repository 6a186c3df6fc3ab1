import { after, test } from 'node:test'
import { coins } from '../../src/coins/index.ts'
import { ltc } from '../../src/coins/ltc.ts'
import { createNodeNetwork } from '../../src/networks/node/network.ts'
import { addCleanup } from '../helpers/databases.ts'
import { type Litecoind, startLitecoind, withoutLitecoind } from '../helpers/litecoind.ts'
import { openTestSandbox } from '../helpers/sandbox.ts'
import { networkContract } from './network-contract.ts'

for (const code of coins.keys()) {
  networkContract(`${code} on the sandbox`, async (t) => {
    const { coin, chain, callRpc, mine } = await openTestSandbox(t, code)
    const network = createNodeNetwork({ coin: { ...coin, code }, chain: 'regtest', rpc: chain.openRpc() })
    addCleanup(t, () => network.close())
    return {
      coin,
      network,
      mine,
      fund: async (address, amount) => ({
        txid: String(await callRpc('sandbox_fund', address, amount)),
        vout: 0,
      }),
      send: (hex) => callRpc('sendrawtransaction', hex),
    }
  })
}

const litecoind = 'LTC on litecoind'
if (withoutLitecoind) test(litecoind, { skip: withoutLitecoind }, () => {})
else {
  /** One node for all tests of the contract: each mines its own coins. */
  let node: Promise<Litecoind> | null = null
  const ending: (() => Promise<void>)[] = []
  after(() => Promise.all(ending.map((end) => end())))
  networkContract(litecoind, async (t) => {
    node ??= startLitecoind({ after: (end) => ending.push(end) })
    const { cli, rpc, fund, mine } = await node
    const network = createNodeNetwork({ coin: ltc, chain: 'regtest', rpc: rpc() })
    t.after(() => network.close())
    return { coin: ltc, network, fund, mine, send: (hex) => cli('sendrawtransaction', [hex]) }
  })
}
