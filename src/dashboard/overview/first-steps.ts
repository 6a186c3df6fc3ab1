import type { Instant } from '../../kernel/clock.ts'

/** The setup steps that an account has completed. */
interface SetupProgress {
  /** A display name for payers other than the email address. */
  readonly name: boolean
  /** At least one payout wallet. */
  readonly destination: boolean
  /** New invoices accept payments from any wallet. */
  readonly any_wallet: boolean
  /** An active access token. */
  readonly token: boolean
  readonly invoice: boolean
  readonly payment: boolean
  readonly webhook: boolean
}

type SetupStepName = keyof SetupProgress

export interface SetupStep {
  readonly name: SetupStepName
  readonly isDone: boolean
  /** Can be skipped. */
  readonly isOptional: boolean
  /** The page where the user does it. */
  readonly path: string
}

export interface SetupProgressReader {
  loadSetupProgress(accountId: number, now: Instant): Promise<SetupProgress>
}

/** The name comes first because payers see it. The token comes last because neither the till nor the form needs one. */
const steps: readonly Omit<SetupStep, 'isDone'>[] = [
  { name: 'name', isOptional: true, path: '/dashboard/settings/preferences' },
  { name: 'destination', isOptional: false, path: '/dashboard/settings/destinations' },
  { name: 'any_wallet', isOptional: true, path: '/dashboard/settings/preferences#any-wallet' },
  { name: 'invoice', isOptional: false, path: '/dashboard/invoices/new' },
  { name: 'payment', isOptional: false, path: '/dashboard/invoices' },
  { name: 'webhook', isOptional: true, path: '/dashboard/settings/webhooks' },
  { name: 'token', isOptional: false, path: '/dashboard/settings/tokens/new' },
]

/** The steps in recommended order; none once every required step is done. */
export function listSetupSteps(progress: SetupProgress): SetupStep[] {
  const all = steps.map((step) => ({ ...step, isDone: progress[step.name] }))
  return all.every(({ isDone, isOptional }) => isDone || isOptional) ? [] : all
}

/** Currencies with a small unit: the default sample amount would be too small to pay in any coin. */
const smallUnitCurrencies = new Set(
  'CLP COP HUF INR ISK JPY KRW KZT NGN PHP PKR RSD RUB THB TWD UAH'.split(' '),
)
const verySmallUnitCurrencies = new Set('GNF IDR IQD IRR KHR LAK LBP MMK PYG SLE TZS UGX UZS VND'.split(' '))

const getSampleAmount = (currency: string): number =>
  verySmallUnitCurrencies.has(currency) ? 250_000 : smallUnitCurrencies.has(currency) ? 2_500 : 25

/** A command that creates an invoice. It reads the access token from the shell variable `TOKEN`, so no token appears in it. */
export function buildInvoiceCommand(baseUrl: string, currency: string): string {
  const body = `{"amount": ${getSampleAmount(currency)}, "currency": "${currency}"}`
  return [
    `curl ${baseUrl}/invoices -u "$TOKEN:" \\`,
    `  -H 'content-type: application/json' \\`,
    `  -d '${body}'`,
  ].join('\n')
}
