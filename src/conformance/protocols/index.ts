import type { Protocol } from '../walk.ts'
import { bip70 } from './bip70.ts'
import { bip73 } from './bip73.ts'
import { bip270 } from './bip270.ts'
import { jsonPaymentProtocol1 } from './json-payment-protocol-1.ts'
import { jsonPaymentProtocol2 } from './json-payment-protocol-2.ts'
import { specification } from './specification.ts'

/** In the order in which they are walked: what the first ones tell of the network, the others are held to. */
export const protocols: readonly Protocol[] = [
  specification,
  jsonPaymentProtocol2,
  jsonPaymentProtocol1,
  bip70,
  bip270,
  bip73,
]
