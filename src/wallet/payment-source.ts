import { readFile } from 'node:fs/promises'
import type { ScriptType } from './keys.ts'
import { PayError } from './pay-error.ts'
import { type NamedInput, parseInputs } from './utxo.ts'

/** The payer's options for the coins to spend, as typed. Secrets are read from files, never passed as command-line arguments. */
export interface PaymentSourceOptions {
  /** `txid:vout` or `txid:vout:amount`: all of them are spent. The sandbox needs none. */
  readonly inputs?: readonly string[] | undefined
  /** A file with the key of the inputs: wallet import format or 64 hex digits. */
  readonly keyFile?: string | undefined
  /** `p2pkh` or `p2wpkh`: the script type of inputs whose amount is given. Defaults to P2WPKH where the coin has it. */
  readonly script?: string | undefined
  /** The coin's node, `http://user:password@host:port`, which reports the amounts of the inputs; or a file that contains it. */
  readonly node?: string | undefined
  readonly nodeFile?: string | undefined
}

/** The parsed options. */
export interface PaymentSource {
  readonly inputs: readonly NamedInput[]
  /** The text of a private key. */
  readonly key: string | null
  readonly scriptType: ScriptType | null
  readonly node: URL | null
}

/**
 * Parses the options and reads their files, without network access.
 * @throws {PayError} `option_invalid`
 */
export async function readPaymentSource(options: PaymentSourceOptions): Promise<PaymentSource> {
  const { inputs = [], keyFile, nodeFile, script } = options
  const node = nodeFile === undefined ? options.node : await readSecret(nodeFile)
  return {
    inputs: parseInputs(inputs),
    key: keyFile === undefined ? null : await readSecret(keyFile),
    scriptType: script === undefined ? null : parseScriptType(script),
    node: node === undefined ? null : parseNodeUrl(node.trim()),
  }
}

/** Longer than any key or node URL. */
const maxSecretLength = 1_024

async function readSecret(file: string): Promise<string> {
  const text = await readFile(file, 'utf8').catch((cause: unknown) => {
    throw new PayError('option_invalid', `The file ${file} cannot be read.`, {}, cause)
  })
  if (text.length <= maxSecretLength) return text
  throw new PayError('option_invalid', `The file ${file} must contain a single line.`)
}

function parseScriptType(script: string): ScriptType {
  if (script === 'p2pkh' || script === 'p2wpkh') return script
  throw new PayError('option_invalid', 'The script type of inputs must be p2pkh or p2wpkh.')
}

function parseNodeUrl(text: string): URL {
  if (/^https?:/i.test(text) && URL.canParse(text) && isPercentEncoded(text)) return new URL(text)
  throw new PayError(
    'option_invalid',
    'The node must have the form http://user:password@host:port, percent-encoded.',
  )
}

function isPercentEncoded(text: string): boolean {
  try {
    return decodeURIComponent(text) !== ''
  } catch {
    return false
  }
}
