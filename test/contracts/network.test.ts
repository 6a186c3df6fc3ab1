import { coins } from '../../src/coins/index.ts'
import { nodeNetwork } from '../../src/networks/node/network.ts'
import { afterwards } from '../helpers/databases.ts'
import { openTestSandbox } from '../helpers/sandbox.ts'
import { networkContract } from './network-contract.ts'

for (const code of coins.keys()) {
  networkContract(`${code} on the sandbox`, async (t) => {
    const { coin, chain, answer, mine } = await openTestSandbox(t, code)
    const network = nodeNetwork({ coin: { ...coin, code }, chain: 'regtest', rpc: chain.rpc() })
    afterwards(t, () => network.close())
    return {
      coin,
      network,
      mine,
      fund: async (address, amount) => ({
        txid: String(await answer('sandbox_fund', address, amount)),
        vout: 0,
      }),
      send: (hex) => answer('sendrawtransaction', hex),
    }
  })
}
