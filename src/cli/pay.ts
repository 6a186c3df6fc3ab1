import { PayFailed } from '../wallet/failed.ts'
import { pay } from '../wallet/pay.ts'
import { type Command, CommandFailed, string, strings, UsageError } from './command.ts'

export const payCommand: Command = {
  name: 'pay',
  usage: '<uri> --coin C [--key-file F] [--input txid:vout …] [--script p2pkh|p2wpkh] [--node-file F]',
  summary:
    'A wallet: pays any URI whose query holds r. In the sandbox it needs no coins of its own. Give the true amount when you give an input as txid:vout:amount.',
  options: { coin: string, 'key-file': string, input: strings, script: string, 'node-file': string },
  words: 1,
  async run(given, { environment }) {
    const [keyFile, script, nodeFile] = [
      given.optional('key-file'),
      given.optional('script'),
      given.optional('node-file'),
    ]
    const node = environment.PAY_NODE
    try {
      return await pay(given.words[0] ?? '', {
        coin: given.required('coin'),
        inputs: [...given.many('input')],
        ...(keyFile !== undefined && { keyFile }),
        ...(script !== undefined && { script }),
        ...(nodeFile !== undefined && { nodeFile }),
        ...(node !== undefined && { node }),
      })
    } catch (error) {
      if (!(error instanceof PayFailed)) throw error
      if (error.code === 'uri_invalid' || error.code === 'option_invalid') throw new UsageError(error.message)
      throw new CommandFailed(error.message, { success: false, code: error.code, ...error.facts })
    }
  },
}
