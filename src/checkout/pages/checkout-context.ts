import type { CoinCode } from '../../coins/index.ts'
import type { Assets } from '../../platform/web/assets.ts'
import type { Language } from '../../platform/web/language.ts'
import type { CheckoutTranslator } from './translator.ts'

/** Rendering context of a checkout page, apart from its data. */
export interface CheckoutContext {
  readonly translator: CheckoutTranslator
  readonly assets: Assets
  /** Path component of the base URL. */
  readonly prefix: string
  readonly uid: string
  /** Parameters of the page's URL. */
  readonly query: CheckoutPageQuery
  /** Whether the page shows the sandbox's test-payment buttons. */
  readonly hasSandbox: boolean
  /** Whether a WebSocket announces changes. */
  readonly hasSocket: boolean
  readonly now: number
  /** Whether this is a fragment for an open page, whose script runs the countdown. */
  readonly isFragment: boolean
  /** Whether the response redirects to the shop automatically, with or without JavaScript. */
  readonly redirectsToShop: boolean
}

export interface CheckoutPageQuery {
  readonly coin: CoinCode | null
  /** Set if the payer chose a language. */
  readonly language: Language | null
  /** The origin of the page that frames this one or opened it as a pop-up. */
  readonly embed: string | null
  /** The payer cancelled the redirect to the shop. */
  readonly isRedirectCancelled: boolean
}

/** URL of the same invoice's page with some parameters changed. */
export function getCheckoutUrl(
  { prefix, uid, query: pageQuery }: CheckoutContext,
  change: Partial<CheckoutPageQuery> & { part?: string } = {},
): string {
  const {
    coin,
    language,
    embed,
    part,
    isRedirectCancelled: stay,
  } = { part: undefined, ...pageQuery, ...change }
  const params = { part, coin, lang: language, embed, stay: stay ? '1' : null }
  const query = new URLSearchParams()
  for (const [name, value] of Object.entries(params)) if (value) query.set(name, value)
  return `${prefix}/checkout/${uid}${query.size > 0 ? `?${query}` : ''}`
}

export const getIconPath = ({ prefix }: Pick<CheckoutContext, 'prefix'>, code: string): string =>
  `${prefix}/coins/${code.toLowerCase()}.svg`
