import { type Call, isLinearisable, type Model } from './linearise.ts'
import {
  type InvoiceAnswer,
  type InvoiceRequest,
  invoiceModel,
  type KeyRequest,
  keyModel,
  type LinkAnswer,
  type LinkRequest,
  linkModel,
} from './models.ts'

export type InvoiceCall = Call<InvoiceRequest, InvoiceAnswer>
export type KeyCall = Call<KeyRequest, string>
export type LinkCall = Call<LinkRequest, LinkAnswer>

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
  <Request, Answer>(model: Model<Request, Answer>) =>
  (calls: readonly Call<Request, Answer>[]): boolean =>
    isLinearisable(calls, model)

/** Only a payment in progress prevents an unpaid invoice from being cancelled. */
function cancellingWaitsForPayers(calls: readonly InvoiceCall[]): boolean {
  const payers = calls.filter(({ request }) => request.kind === 'pay')
  return calls
    .filter(({ request, answer }) => request.kind === 'cancel' && answer === 'busy')
    .every(({ begin, end }) =>
      payers.some((payer) => payer.begin <= end && (payer.answer === null || payer.end >= begin)),
    )
}

function describeUnexplained<Request, Answer>(
  what: string,
  groups: ReadonlyMap<string, readonly Call<Request, Answer>[]>,
  isExplained: (calls: readonly Call<Request, Answer>[]) => boolean,
): string[] {
  return [...groups].flatMap(([name, calls]) =>
    isExplained(calls) ? [] : [`No order of its calls explains the ${what} ${name}:\n${format(calls)}`],
  )
}

const format = (calls: readonly Call<unknown, unknown>[]): string =>
  calls
    .toSorted((a, b) => a.begin - b.begin)
    .map(
      ({ request, begin, end, answer }) =>
        `  ${begin.toFixed(1)} … ${end.toFixed(1)}  ${JSON.stringify(request)} → ${answer === null ? 'unknown' : JSON.stringify(answer)}`,
    )
    .join('\n')
