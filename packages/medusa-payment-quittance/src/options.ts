import { MedusaError } from '@medusajs/framework/utils'
import type { ClientOptions, InvoiceInput } from 'quittance/client'

/** `options` of the provider in `medusa-config.ts`. */
export interface QuittanceOptions extends Pick<ClientOptions, 'baseUrl' | 'timeoutMs' | 'maxRetries'> {
  /** Access token with the scope `invoices`: qt_…. */
  readonly token: string
  /** Secret of the webhook endpoint: whsec_…; several while it is being rotated. */
  readonly webhookSecret: string | readonly string[]
  /** Options of each new invoice; the account's preferences by default. */
  readonly invoice?: Pick<
    InvoiceInput,
    'coins' | 'confirmations' | 'any_wallet' | 'expires_in' | 'memo' | 'redirect_url'
  >
  /** Whether Medusa may record refunds, which you send from your own wallet. */
  readonly recordRefunds?: boolean
}

/** @throws {MedusaError} when Medusa starts, so that a mistake isn't found by the first customer */
export function validateOptions(options: Record<string, unknown>): void {
  const { baseUrl, token, webhookSecret } = options
  if (typeof baseUrl !== 'string' || !/^https?:\/\//.test(baseUrl))
    throw createOptionError('baseUrl must be the URL of the Quittance server')
  if (typeof token !== 'string' || token === '')
    throw createOptionError('token must be an access token (qt_…)')
  const secrets = [webhookSecret].flat()
  if (
    secrets.length === 0 ||
    secrets.some((secret) => typeof secret !== 'string' || !/^whsec_./.test(secret))
  )
    throw createOptionError('webhookSecret must be the secret of the webhook endpoint (whsec_…)')
}

const createOptionError = (message: string) =>
  new MedusaError(MedusaError.Types.INVALID_DATA, `medusa-payment-quittance: ${message}.`)
