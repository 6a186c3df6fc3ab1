import type { InvoiceResponse } from './api.ts'
import { streamEvents } from './event-stream.ts'
import type { CallOptions, Http } from './http.ts'

/** Reads the invoice whenever the stream connects, because what happened before that is not in it, and after each of its events. */
export async function waitForOutcome(
  http: Http,
  readInvoice: (call: CallOptions) => Promise<InvoiceResponse>,
  { uid, signal }: { readonly uid: string } & CallOptions,
): Promise<InvoiceResponse> {
  const stop = new AbortController()
  const call = { signal: signal ? AbortSignal.any([signal, stop.signal]) : stop.signal }
  try {
    return await new Promise((resolve, reject) => {
      const check = () =>
        readInvoice(call).then((response) => {
          if (response.invoice.status !== 'unpaid') resolve(response)
        }, reject)
      const follow = async () => {
        for await (const _event of streamEvents(http, { ...call, invoice: uid, onConnect: check }))
          await check()
        signal?.throwIfAborted()
      }
      follow().catch(reject)
    })
  } finally {
    stop.abort()
  }
}
