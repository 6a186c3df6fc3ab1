import { type Call, fits, type Model } from './linearise.ts'
import {
  type InvoiceAnswer,
  type InvoiceAsked,
  invoiceModel,
  type KeyAsked,
  keyModel,
  type LinkAnswer,
  type LinkAsked,
  linkModel,
} from './models.ts'

export type InvoiceCall = Call<InvoiceAsked, InvoiceAnswer>
export type KeyCall = Call<KeyAsked, string>
export type LinkCall = Call<LinkAsked, LinkAnswer>

/** Every call of every client, by its subject. */
export interface History {
  readonly invoices: ReadonlyMap<string, readonly InvoiceCall[]>
  readonly keys: ReadonlyMap<string, readonly KeyCall[]>
  readonly links: ReadonlyMap<string, readonly LinkCall[]>
}

/** The subjects whose calls no order explains. Invoices, keys and links are independent. */
export function unexplained({ invoices, keys, links }: History): string[] {
  return [
    ...those('invoice', invoices, (calls) => fits(calls, invoiceModel) && cancellingWaitsForPayers(calls)),
    ...those('idempotency key', keys, fitting(keyModel)),
    ...those('account link', links, fitting(linkModel)),
  ]
}

const fitting =
  <Asked, Answer>(model: Model<Asked, Answer>) =>
  (calls: readonly Call<Asked, Answer>[]): boolean =>
    fits(calls, model)

/** Only a payment in progress prevents an unpaid invoice from being cancelled. */
function cancellingWaitsForPayers(calls: readonly InvoiceCall[]): boolean {
  const payers = calls.filter(({ asked }) => asked.kind === 'pay')
  return calls
    .filter(({ asked, answer }) => asked.kind === 'cancel' && answer === 'busy')
    .every(({ begin, end }) =>
      payers.some((payer) => payer.begin <= end && (payer.answer === null || payer.end >= begin)),
    )
}

function those<Asked, Answer>(
  what: string,
  groups: ReadonlyMap<string, readonly Call<Asked, Answer>[]>,
  isExplained: (calls: readonly Call<Asked, Answer>[]) => boolean,
): string[] {
  return [...groups].flatMap(([name, calls]) =>
    isExplained(calls) ? [] : [`No order of its calls explains the ${what} ${name}:\n${told(calls)}`],
  )
}

const told = (calls: readonly Call<unknown, unknown>[]): string =>
  calls
    .toSorted((a, b) => a.begin - b.begin)
    .map(
      ({ asked, begin, end, answer }) =>
        `  ${begin.toFixed(1)} … ${end.toFixed(1)}  ${JSON.stringify(asked)} → ${answer === null ? 'unknown' : JSON.stringify(answer)}`,
    )
    .join('\n')
