import { type Call, isLinearisable, type Model } from './linearise.ts'
import {
  type InvoiceRequest,
  type InvoiceResult,
  invoiceModel,
  type KeyRequest,
  keyModel,
  type LinkRequest,
  type LinkResult,
  linkModel,
} from './models.ts'

export type InvoiceCall = Call<InvoiceRequest, InvoiceResult>
export type KeyCall = Call<KeyRequest, string>
export type LinkCall = Call<LinkRequest, LinkResult>

/** Every call of every client, by its subject. */
export interface History {
  readonly invoices: ReadonlyMap<string, readonly InvoiceCall[]>
  readonly keys: ReadonlyMap<string, readonly KeyCall[]>
  readonly links: ReadonlyMap<string, readonly LinkCall[]>
}

/** The subjects whose calls no order explains. Invoices, keys and links are independent. */
export function findUnexplained({ invoices, keys, links }: History): string[] {
  return [
    ...describeUnexplained(
      'invoice',
      invoices,
      (calls) => isLinearisable(calls, invoiceModel) && cancellingWaitsForPayers(calls),
    ),
    ...describeUnexplained('idempotency key', keys, fitting(keyModel)),
    ...describeUnexplained('account link', links, fitting(linkModel)),
  ]
}

const fitting =
  <Request, Result>(model: Model<Request, Result>) =>
  (calls: readonly Call<Request, Result>[]): boolean =>
    isLinearisable(calls, model)

/** Only a payment in progress prevents an unpaid invoice from being cancelled. */
function cancellingWaitsForPayers(calls: readonly InvoiceCall[]): boolean {
  const payers = calls.filter(({ request }) => request.kind === 'pay')
  return calls
    .filter(({ request, result }) => request.kind === 'cancel' && result === 'busy')
    .every(({ begin, end }) =>
      payers.some((payer) => payer.begin <= end && (payer.result === null || payer.end >= begin)),
    )
}

function describeUnexplained<Request, Result>(
  what: string,
  groups: ReadonlyMap<string, readonly Call<Request, Result>[]>,
  isExplained: (calls: readonly Call<Request, Result>[]) => boolean,
): string[] {
  return [...groups].flatMap(([name, calls]) =>
    isExplained(calls) ? [] : [`No order of its calls explains the ${what} ${name}:\n${format(calls)}`],
  )
}

const format = (calls: readonly Call<unknown, unknown>[]): string =>
  calls
    .toSorted((a, b) => a.begin - b.begin)
    .map(
      ({ request, begin, end, result }) =>
        `  ${begin.toFixed(1)} … ${end.toFixed(1)}  ${JSON.stringify(request)} → ${result === null ? 'unknown' : JSON.stringify(result)}`,
    )
    .join('\n')
