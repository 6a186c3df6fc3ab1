import type { Assets } from '../../platform/web/assets.ts'
import type { Language } from '../../platform/web/language.ts'
import type { Words } from './words.ts'

/** What the drawing of a page needs beside what it shows. */
export interface Scene {
  readonly words: Words
  readonly assets: Assets
  /** Path of the service's own address: every link begins with it. */
  readonly prefix: string
  /** The page's own address, with another language. */
  readonly inLanguage: (language: Language) => string
}

/** Who is signed in, as far as every page of the dashboard shows it. */
export interface Host {
  readonly accountId: number
  readonly email: string
  readonly name: string
  readonly operator: boolean
  /** Denomination of its invoices and figures. */
  readonly currency: string
  /** Of the IANA database, as in `Europe/Berlin`: times are shown in it. */
  readonly timeZone: string
}

/** Another account, whose pages are looked at and not changed: it grants view access. */
export interface Viewed {
  readonly accountId: number
  readonly name: string
  readonly currency: string
  readonly timeZone: string
}
