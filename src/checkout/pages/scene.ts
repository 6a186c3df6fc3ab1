import type { CoinCode } from '../../coins/index.ts'
import type { Assets } from '../../platform/web/assets.ts'
import type { Language } from '../../platform/web/language.ts'
import type { Words } from './words.ts'

/** What the drawing of a page needs beside what it shows. */
export interface Scene {
  readonly words: Words
  readonly assets: Assets
  /** Path of the service's own address. */
  readonly prefix: string
  readonly uid: string
  /** What the page's address says. */
  readonly asked: Asked
  /** Are there buttons that pay with the sandbox's coins? */
  readonly hasSandbox: boolean
  /** Is there a socket that tells news? */
  readonly hasSocket: boolean
  readonly now: number
  /** Is it a piece for a page that is open? That counts what is left of a price by itself. */
  readonly isPart: boolean
}

export interface Asked {
  readonly coin: CoinCode | null
  /** Where the reader chose one. */
  readonly language: Language | null
  /** The origin of the page that shows this one in a frame or opened it as a pop-up. */
  readonly embed: string | null
}

/** The address of the same invoice's page, with something else chosen. */
export function addressOf(
  { prefix, uid, asked }: Scene,
  change: Partial<Asked> & { part?: string } = {},
): string {
  const { coin, language, embed, part } = { part: undefined, ...asked, ...change }
  const said = { part, coin, lang: language, embed }
  const query = new URLSearchParams()
  for (const [name, value] of Object.entries(said)) if (value) query.set(name, value)
  return `${prefix}/checkout/${uid}${query.size > 0 ? `?${query}` : ''}`
}

/** A coin's icon, for beside its name. */
export const iconOf = ({ prefix }: Pick<Scene, 'prefix'>, code: string): string =>
  `${prefix}/coins/${code.toLowerCase()}.svg`
