import assert from 'node:assert/strict'

export interface Reply {
  readonly status: number
  readonly headers: Readonly<Record<string, string | string[] | number | undefined>>
  readonly text: string
  /** The fields of a JSON object; none if the body is something else. */
  readonly json: Readonly<Record<string, unknown>>
}

/** A response with its raw body, for bodies that are not text. */
export interface RawReply extends Reply {
  readonly bytes: Uint8Array
}

export interface ShownInvoice {
  readonly uid: string
  readonly amount: number
  readonly currency: string
  readonly status: string
  readonly uri: string
  readonly checkout_url: string
  readonly created_at: string
  readonly expires_at: string
  readonly paid_at: string | null
  readonly redirect_url: string | null
  readonly memo: string | null
  readonly payment: Readonly<Record<string, unknown>> | null
}

export interface ShownOption {
  readonly uri: string
  readonly currency: string
  readonly currency_name: string
  readonly currency_logo_url: string
  readonly amount: string
}

export interface Shown {
  readonly invoice: ShownInvoice
  readonly payment_options: readonly ShownOption[]
}

export interface Template {
  readonly network: string
  readonly currency: string
  readonly requiredFeeRate: number
  readonly outputs: readonly { readonly amount: number; readonly address: string }[]
  readonly time: string
  readonly expires: string
  readonly memo: string
  readonly paymentUrl: string
  readonly paymentId: string
}

/** Fails unless the response is this error in the format of the contract: `{error, code}`, without internals. */
export function assertRejected({ status, text, json }: Reply, expected: number, code: string): string {
  assert.equal(status, expected, text)
  assert.equal(json.code, code, text)
  const { error } = json
  assert.ok(typeof error === 'string' && error.length > 0 && error.length <= 400, text)
  assert.doesNotMatch(text, /\bat .*:\d+:\d+|node_modules|\/src\/|select |insert |SQLITE/i)
  return error
}
