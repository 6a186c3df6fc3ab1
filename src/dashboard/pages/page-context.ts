import type { Assets } from '../../platform/web/assets.ts'
import type { Language } from '../../platform/web/language.ts'
import type { DashboardTranslator } from './translator.ts'

/** Rendering context of a page, apart from its data. */
export interface PageContext {
  readonly translator: DashboardTranslator
  readonly assets: Assets
  /** Path component of the base URL, which every link starts with. */
  readonly prefix: string
  /** URL of the same page in another language. */
  readonly buildLanguageUrl: (language: Language) => string
}

/** The signed-in account, as every page of the dashboard shows it. */
export interface CurrentAccount {
  readonly accountId: number
  readonly email: string
  readonly name: string
  readonly operator: boolean
  /** Currency of its invoices and figures. */
  readonly currency: string
  /** IANA time zone for displayed times, such as `Europe/Berlin`. */
  readonly timeZone: string
}

/** Another account that grants view access: its pages can be viewed but not changed. */
export interface ViewedAccount {
  readonly accountId: number
  readonly name: string
  readonly currency: string
  readonly timeZone: string
}
