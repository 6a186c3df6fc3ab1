import { requireStorable } from '../invoices/storable.ts'
import { ApiError } from '../kernel/api-error.ts'

/** How the merchant resolves received money that paid no invoice. */
export type Resolution =
  | { readonly kind: 'accept' }
  | { readonly kind: 'refunded'; readonly txid: string }
  | { readonly kind: 'keep'; readonly note: string }

const maxNoteLength = 500

/** Reads the fields of a request or a form. @throws {ApiError} `body_invalid`, with the field as `reason` */
export function parseResolution({
  resolution,
  txid = '',
  note = '',
}: {
  readonly resolution?: string | undefined
  readonly txid?: string | undefined
  readonly note?: string | undefined
}): Resolution {
  if (resolution === 'accept') return { kind: 'accept' }
  if (resolution === 'refunded') {
    const id = txid.trim().toLowerCase()
    if (!/^[0-9a-f]{64}$/.test(id))
      throw createInvalidResolutionError('txid', 'Send the txid of the refund: 64 hexadecimal digits.')
    return { kind: 'refunded', txid: id }
  }
  if (resolution !== 'keep')
    throw createInvalidResolutionError('resolution', 'resolution must be accept, refunded or keep.')
  const text = note.trim()
  if (text.length === 0 || text.length > maxNoteLength)
    throw createInvalidResolutionError('note', `Send a note of 1 to ${maxNoteLength} characters.`)
  requireStorable(text)
  return { kind: 'keep', note: text }
}

const createInvalidResolutionError = (field: string, message: string): ApiError =>
  new ApiError('body_invalid', message).withMembers({ reason: field })
