import { bch } from './bch.ts'
import { bsv } from './bsv.ts'
import { btc } from './btc.ts'
import { dash } from './dash.ts'
import { doge } from './doge.ts'
import { ltc } from './ltc.ts'

/** Every coin, in the order in which they are offered. */
export const registry = [btc, bch, bsv, dash, ltc, doge] as const
