import { type PayResult, pay } from '../wallet/pay.ts'
import { PayError } from '../wallet/pay-error.ts'
import { type Command, CommandError, stringListOption, stringOption, UsageError } from './command.ts'

export const payCommand: Command = {
  name: 'pay',
  usage: '<uri> --coin C [--key-file F] [--input txid:vout …] [--script p2pkh|p2wpkh] [--node-file F]',
  summary:
    'Pays a payment URI, or any other URI with the parameter r, as a wallet does. In the sandbox, it needs no key and no inputs. An input can include its amount (txid:vout:amount), which must be exact.',
  options: {
    coin: stringOption,
    'key-file': stringOption,
    input: stringListOption,
    script: stringOption,
    'node-file': stringOption,
  },
  positionalCount: 1,
  async run(args, { environment }) {
    const [keyFile, script, nodeFile] = [
      args.getOptional('key-file'),
      args.getOptional('script'),
      args.getOptional('node-file'),
    ]
    const node = environment.PAY_NODE
    try {
      return await pay(args.positionals[0] ?? '', {
        coin: args.getRequired('coin'),
        inputs: [...args.getList('input')],
        ...(keyFile !== undefined && { keyFile }),
        ...(script !== undefined && { script }),
        ...(nodeFile !== undefined && { nodeFile }),
        ...(node !== undefined && { node }),
      })
    } catch (error) {
      if (!(error instanceof PayError)) throw error
      if (error.code === 'uri_invalid' || error.code === 'option_invalid') throw new UsageError(error.message)
      throw new CommandError(error.message, { success: false, code: error.code, ...error.details })
    }
  },
  formatForTerminal: ({ transactions: _, ...paid }: PayResult) => paid,
}
