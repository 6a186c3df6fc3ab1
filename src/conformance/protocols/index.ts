import type { Protocol } from '../conformance-run.ts'
import { bip70 } from './bip70.ts'
import { bip73 } from './bip73.ts'
import { bip270 } from './bip270.ts'
import { jsonPaymentProtocol1 } from './json-payment-protocol-1.ts'
import { jsonPaymentProtocol2 } from './json-payment-protocol-2.ts'
import { quittanceProtocol } from './specification.ts'

/** In checking order: the others must name the same network as the first. */
export const protocols: readonly Protocol[] = [
  quittanceProtocol,
  jsonPaymentProtocol2,
  jsonPaymentProtocol1,
  bip70,
  bip270,
  bip73,
]
