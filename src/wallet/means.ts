import { readFile } from 'node:fs/promises'
import { PayFailed } from './failed.ts'
import type { ScriptForm } from './keys.ts'
import { type NamedInput, readInputs } from './unspent.ts'

/** What the payer gives to pay with, as it is typed. Secrets come in files, never as words of a command. */
export interface MeansOptions {
  /** `txid:vout` or `txid:vout:amount`: all of them are spent. In the sandbox none are needed. */
  readonly inputs?: readonly string[] | undefined
  /** A file with the key of the inputs: wallet import format or 64 hex digits. */
  readonly keyFile?: string | undefined
  /** `p2pkh` or `p2wpkh`: the form of inputs whose amount is given. By default P2WPKH where the coin has it. */
  readonly script?: string | undefined
  /** The coin's node, `http://user:password@host:port`, which says what the inputs hold; or a file with that. */
  readonly node?: string | undefined
  readonly nodeFile?: string | undefined
}

/** The same, read. */
export interface Means {
  readonly inputs: readonly NamedInput[]
  /** The text of a private key. */
  readonly key: string | null
  readonly form: ScriptForm | null
  readonly node: URL | null
}

/**
 * Reads what the options say, files included; nothing is asked of the network.
 * @throws {PayFailed} `option_invalid`
 */
export async function readMeans(options: MeansOptions): Promise<Means> {
  const { inputs = [], keyFile, nodeFile, script } = options
  const node = nodeFile === undefined ? options.node : await readSecret(nodeFile)
  return {
    inputs: readInputs(inputs),
    key: keyFile === undefined ? null : await readSecret(keyFile),
    form: script === undefined ? null : knownForm(script),
    node: node === undefined ? null : nodeUrl(node.trim()),
  }
}

/** Longer than any key or address of a node. */
const longestSecret = 1_024

async function readSecret(file: string): Promise<string> {
  const text = await readFile(file, 'utf8').catch((cause: unknown) => {
    throw new PayFailed('option_invalid', `The file ${file} cannot be read.`, {}, cause)
  })
  if (text.length <= longestSecret) return text
  throw new PayFailed('option_invalid', `The file ${file} holds more than one line.`)
}

function knownForm(script: string): ScriptForm {
  if (script === 'p2pkh' || script === 'p2wpkh') return script
  throw new PayFailed('option_invalid', 'The script form of inputs is p2pkh or p2wpkh.')
}

function nodeUrl(text: string): URL {
  if (/^https?:/i.test(text) && URL.canParse(text) && isPercentEncoded(text)) return new URL(text)
  throw new PayFailed(
    'option_invalid',
    'The node is written http://user:password@host:port, percent-encoded.',
  )
}

function isPercentEncoded(text: string): boolean {
  try {
    return decodeURIComponent(text) !== ''
  } catch {
    return false
  }
}
