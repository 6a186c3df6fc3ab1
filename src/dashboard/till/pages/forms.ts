import type { FastifyRequest } from 'fastify'
import type { Caller } from '../../../accounts/access-token.ts'
import type { Invoice } from '../../../invoices/invoice.ts'
import { amountFault } from '../../../invoices/new-invoice.ts'
import type { UnavailableCoin } from '../../../invoices/option.ts'
import { minorUnits } from '../../../kernel/currencies.ts'
import { type Decimal, parseDecimal } from '../../../kernel/money.ts'
import type { DashboardParts } from '../../pages/account-view.ts'
import type { FormState } from '../../pages/form.ts'
import type { PageResponder } from '../../pages/page-responder.ts'
import { createFromForm, type InvoiceForm, type InvoiceFormParts } from '../from-form.ts'
import type { SaleParts } from '../sales.ts'
import { parseTypedAmount } from '../typed-amount.ts'
import { isUnusual } from '../unusual-amount.ts'
import { signOf } from './pieces.ts'
import { explainError } from './refused.ts'

export interface TillParts extends DashboardParts, InvoiceFormParts, SaleParts {
  /** Whether the account offers a coin that has a destination. */
  readonly isReady: (accountId: number) => Promise<boolean>
  /** Whether any coin that the account offers can be paid in this amount now. */
  readonly isPayable: (asked: { accountId: number; amount: Decimal; currency: string }) => Promise<boolean>
  readonly cancel: (accountId: number, uid: string) => Promise<Invoice>
  /** Amounts of the newest invoices in this currency. */
  readonly latestAmounts: (accountId: number, currency: string) => Promise<readonly Decimal[]>
  /** Coins that the account offers but that can't be paid in this amount now. */
  readonly unavailableCoins: (asked: {
    accountId: number
    amount: Decimal
    currency: string
  }) => Promise<UnavailableCoin[]>
}

/** The caller, as the route's guard authenticated it. */
export function callerOf({ standing }: FastifyRequest): Caller {
  if (!standing) throw new Error('a dashboard page bypassed its guard')
  return standing.caller
}

/** Logic shared by both forms that create invoices. */
export function createInvoiceForms(parts: TillParts, { sceneOf }: Pick<PageResponder, 'sceneOf'>) {
  return { create, explain, needsConfirmation }

  /** Returns the new invoice's uid. @throws {ApiError} */
  function create(request: FastifyRequest, form: InvoiceForm): Promise<string> {
    const sign = signOf(sceneOf(request).words)
    return createFromForm(parts, { caller: callerOf(request), form, sign })
  }

  /** Whether the amount needs confirmation. An amount that would be rejected anyway doesn't. */
  async function needsConfirmation(request: FastifyRequest, typed: string): Promise<boolean> {
    const { accountId, currency } = callerOf(request)
    const amount = parseDecimal(parseTypedAmount(typed, signOf(sceneOf(request).words)) ?? '')
    if (amount === null || amountFault(amount, currency) !== null) return false
    if (!isUnusual(amount, await parts.latestAmounts(accountId, currency))) return false
    return parts.isPayable({ accountId, amount, currency })
  }

  /** Adds the reason for the rejection, as far as it is known. */
  async function explain(request: FastifyRequest, filled: FormState, form: InvoiceForm): Promise<FormState> {
    const scene = sceneOf(request)
    const { accountId, currency: own } = callerOf(request)
    const typed = form.amount ?? ''
    const currency = form.currency && minorUnits(form.currency) !== undefined ? form.currency : own
    const amount = parseDecimal(parseTypedAmount(typed, signOf(scene.words)) ?? '')
    const isOfCoins = filled.code === 'no_payment_option' || filled.code === 'rates_unavailable'
    const [isReady, leftOut] = await Promise.all([
      parts.isReady(accountId),
      isOfCoins && amount ? parts.unavailableCoins({ accountId, amount, currency }) : [],
    ])
    return explainError(scene, filled, { typed, currency, unavailableCoins: leftOut, isReady })
  }
}
