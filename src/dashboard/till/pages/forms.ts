import type { FastifyRequest } from 'fastify'
import type { Caller } from '../../../accounts/access-token.ts'
import { findAmountError } from '../../../invoices/new-invoice.ts'
import type { Clock } from '../../../kernel/clock.ts'
import { getMinorUnits } from '../../../kernel/currencies.ts'
import { parseDecimal } from '../../../kernel/money.ts'
import type { Seller, TillSales } from '../../../staff/sales.ts'
import type { AccountView, DashboardDependencies } from '../../pages/account-view.ts'
import type { FormState } from '../../pages/form.ts'
import type { PageResponder } from '../../pages/page-responder.ts'
import { createFromForm, type InvoiceForm, type InvoiceFormDependencies } from '../invoice-form.ts'
import { hasOfferedDestination, isPayable, type OfferDependencies } from '../offer.ts'
import type { SaleDependencies } from '../sales.ts'
import { parseTypedAmount } from '../typed-amount.ts'
import { type BrowseInvoices, isUnusual, listLatestAmounts } from '../unusual-amount.ts'
import { getDecimalSeparator } from './components.ts'
import { explainError } from './rejected-form.ts'

export interface TillDependencies
  extends DashboardDependencies,
    InvoiceFormDependencies,
    SaleDependencies,
    OfferDependencies {
  readonly browse: BrowseInvoices
  readonly sales: TillSales
  /** Whether an invoice was created at the till. */
  readonly isTillSale: (uid: string) => Promise<boolean>
  readonly clock: Clock
}

/** The caller, as the route's guard authenticated it. */
export function getCaller({ auth }: FastifyRequest): Caller {
  if (!auth) throw new Error('a dashboard page bypassed its guard')
  return auth.caller
}

/** The user at the till, who sells for the account that the page is about. */
export function getSeller(request: FastifyRequest, { owner }: Pick<AccountView, 'owner'>): Seller {
  const caller = getCaller(request)
  const { accountId, currency } = owner
  return { ...caller, accountId, currency, sellerId: caller.accountId }
}

/** Logic shared by both forms that create invoices. */
export function createInvoiceForms<Creator extends Caller>(
  dependencies: Omit<TillDependencies, 'create'> & InvoiceFormDependencies<Creator>,
  { createContext }: Pick<PageResponder, 'createContext'>,
) {
  return { create, explainRejection, needsConfirmation }

  /** Returns the new invoice's uid. @throws {ApiError} */
  function create(request: FastifyRequest, caller: Creator, form: InvoiceForm): Promise<string> {
    const separator = getDecimalSeparator(createContext(request).translator)
    return createFromForm(dependencies, { caller, form, separator })
  }

  /** Whether the amount needs confirmation. An amount that would be rejected anyway doesn't. */
  async function needsConfirmation(
    request: FastifyRequest,
    { accountId, currency }: Caller,
    enteredAmount: string,
  ): Promise<boolean> {
    const amount = parseDecimal(
      parseTypedAmount(enteredAmount, getDecimalSeparator(createContext(request).translator)) ?? '',
    )
    if (amount === null || findAmountError(amount, currency) !== null) return false
    if (!isUnusual(amount, await listLatestAmounts(dependencies.browse, accountId, currency))) return false
    return isPayable(dependencies, { accountId, amount, currency })
  }

  /** Replaces the error with a more specific one, if the reason is known. */
  async function explainRejection(
    request: FastifyRequest,
    formState: FormState,
    { form, grantedAccount, owner }: Pick<AccountView, 'owner' | 'grantedAccount'> & { form: InvoiceForm },
  ): Promise<FormState> {
    const context = createContext(request)
    const { accountId, currency: accountCurrency } = owner
    const enteredAmount = form.amount ?? ''
    const currency =
      form.currency && getMinorUnits(form.currency) !== undefined ? form.currency : accountCurrency
    const amount = parseDecimal(
      parseTypedAmount(enteredAmount, getDecimalSeparator(context.translator)) ?? '',
    )
    const isCoinError = formState.code === 'no_payment_option' || formState.code === 'rates_unavailable'
    const [hasDestination, unavailableCoins] = await Promise.all([
      hasOfferedDestination(dependencies, accountId),
      isCoinError && amount ? dependencies.findUnavailableCoins({ accountId, amount, currency }) : [],
    ])
    return explainError(context, formState, {
      enteredAmount,
      currency,
      unavailableCoins,
      hasDestination,
      canAddDestination: grantedAccount === null,
    })
  }
}
