import { readFile } from 'node:fs/promises'
import { QuittanceError } from '../client/error.ts'
import {
  type CommandContext,
  CommandError,
  type ParsedArguments,
  stringOption,
  UsageError,
} from './command.ts'

/** The options of commands that call a running server. */
export const serverOptions = { server: stringOption, 'token-file': stringOption }
export const serverUsage = '[--server URL] [--token-file F]'

interface ServerAccess {
  readonly baseUrl: string
  readonly token: string
}

/**
 * The server, by default from `QUITTANCE_URL`, and the access token: from `QUITTANCE_TOKEN` or a file, because other users of the machine can
 * read arguments.
 * @throws {UsageError}
 */
export async function readServerAccess(
  args: ParsedArguments,
  { environment }: CommandContext,
): Promise<ServerAccess> {
  const { QUITTANCE_URL, BASE_URL, PORT = '3000', QUITTANCE_TOKEN } = environment
  const baseUrl = requireHttpUrl(
    '--server',
    args.getOptional('server') ?? QUITTANCE_URL ?? BASE_URL ?? `http://localhost:${PORT}`,
  )
  const file = args.getOptional('token-file')
  const token = (file === undefined ? (QUITTANCE_TOKEN ?? '') : await readTokenFile(file)).trim()
  if (token === '') throw new UsageError('Set QUITTANCE_TOKEN to an access token, or pass --token-file.')
  return { baseUrl, token }
}

/** @throws {UsageError} */
export function requireHttpUrl(option: string, text: string): string {
  const url = URL.parse(text)
  if (url && /^https?:$/.test(url.protocol)) return text
  throw new UsageError(`${option} must be a URL that begins with http:// or https://.`)
}

function readTokenFile(file: string): Promise<string> {
  return readFile(file, 'utf8').catch(() => {
    throw new UsageError(`The token file ${file} cannot be read.`)
  })
}

/** Converts an error of the server to an error of the command. */
export function toCommandError(error: unknown, { baseUrl }: Pick<ServerAccess, 'baseUrl'>): unknown {
  if (!(error instanceof QuittanceError)) return error
  if (error.code === 'connection_failed')
    return new CommandError(
      `There is no response from ${baseUrl}: start the service, or pass its URL with --server.`,
      {
        code: error.code,
      },
    )
  return new CommandError(error.message, { code: error.code })
}
