import type { Instant } from '../../kernel/clock.ts'

/** What an account has done so far of what it takes to be paid. */
export interface Standing {
  /** A place for the money to go. */
  readonly destination: boolean
  /** An access token that is good now. */
  readonly token: boolean
  readonly invoice: boolean
  readonly payment: boolean
  readonly webhook: boolean
}

export type StepName = keyof Standing

export interface Step {
  readonly name: StepName
  readonly done: boolean
  /** It can be left out. */
  readonly optional: boolean
  /** Where it is done. */
  readonly path: string
}

export interface StandingReader {
  standing(accountId: number, now: Instant): Promise<Standing>
}

const steps: readonly Omit<Step, 'done'>[] = [
  { name: 'destination', optional: false, path: '/dashboard/settings/destinations' },
  { name: 'token', optional: false, path: '/dashboard/settings/tokens' },
  { name: 'invoice', optional: false, path: '/dashboard/invoices/new' },
  { name: 'payment', optional: false, path: '/dashboard/invoices' },
  { name: 'webhook', optional: true, path: '/dashboard/settings/webhooks' },
]

/** In the order in which they are best done; none once all are done that must be. */
export function firstSteps(standing: Standing): Step[] {
  const all = steps.map((step) => ({ ...step, done: standing[step.name] }))
  return all.every(({ done, optional }) => done || optional) ? [] : all
}

/** Currencies of which a handful buys nothing: below it is less than any coin can pay. */
const small = new Set('CLP COP HUF INR ISK JPY KRW KZT NGN PHP PKR RSD RUB THB TWD UAH'.split(' '))
const verySmall = new Set('GNF IDR IQD IRR KHR LAK LBP MMK PYG SLE TZS UGX UZS VND'.split(' '))

const sampleAmount = (currency: string): number =>
  verySmall.has(currency) ? 250_000 : small.has(currency) ? 2_500 : 25

/** Creates an invoice in a shell in which `TOKEN` holds an access token: no token is ever part of it. */
export function invoiceCommand(baseUrl: string, currency: string): string {
  const body = `{"amount": ${sampleAmount(currency)}, "currency": "${currency}"}`
  return [
    `curl ${baseUrl}/invoices -u "$TOKEN:" \\`,
    `  -H 'content-type: application/json' \\`,
    `  -d '${body}'`,
  ].join('\n')
}
