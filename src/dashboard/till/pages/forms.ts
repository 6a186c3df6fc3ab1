import type { FastifyRequest } from 'fastify'
import type { Caller } from '../../../accounts/access-token.ts'
import type { LeftOut } from '../../../invoices/option.ts'
import { minorUnits } from '../../../kernel/currencies.ts'
import { type Decimal, parseDecimal } from '../../../kernel/money.ts'
import type { Answering } from '../../pages/answering.ts'
import type { Filled } from '../../pages/form.ts'
import type { HouseParts } from '../../pages/viewing.ts'
import { type CreatingParts, createFromForm, type InvoiceForm } from '../from-form.ts'
import type { SaleParts } from '../sales.ts'
import { readTyped } from '../typed-amount.ts'
import { signOf } from './pieces.ts'
import { explained } from './refused.ts'

export interface TillParts extends HouseParts, CreatingParts, SaleParts {
  /** Does the account offer a coin that has a destination? */
  readonly isReady: (accountId: number) => Promise<boolean>
  /** The coins that the account offers and that cannot take that amount now. */
  readonly leftOut: (asked: { accountId: number; amount: Decimal; currency: string }) => Promise<LeftOut[]>
}

/** What the guard has found. */
export function callerOf({ standing }: FastifyRequest): Caller {
  if (!standing) throw new Error('a page of the dashboard came past its guard')
  return standing.caller
}

/** What both forms that create invoices have in common. */
export function invoiceForms(parts: TillParts, { sceneOf }: Pick<Answering, 'sceneOf'>) {
  return { create, explain }

  /** Its uid. @throws {Refused} */
  function create(request: FastifyRequest, form: InvoiceForm): Promise<string> {
    const sign = signOf(sceneOf(request).words)
    return createFromForm(parts, { caller: callerOf(request), form, sign })
  }

  /** What was not taken, with the reason as far as it is known. */
  async function explain(request: FastifyRequest, filled: Filled, form: InvoiceForm): Promise<Filled> {
    const scene = sceneOf(request)
    const { accountId, currency: own } = callerOf(request)
    const typed = form.amount ?? ''
    const currency = form.currency && minorUnits(form.currency) !== undefined ? form.currency : own
    const amount = parseDecimal(readTyped(typed, signOf(scene.words)) ?? '')
    const isOfCoins = filled.code === 'no_payment_option' || filled.code === 'rates_unavailable'
    const [isReady, leftOut] = await Promise.all([
      parts.isReady(accountId),
      isOfCoins && amount ? parts.leftOut({ accountId, amount, currency }) : [],
    ])
    return explained(scene, filled, { typed, currency, leftOut, isReady })
  }
}
