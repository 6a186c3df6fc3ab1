import { ModuleProvider, Modules } from '@medusajs/framework/utils'
import { QuittancePaymentProvider } from './provider.ts'

export type { QuittanceOptions } from './options.ts'
export { QuittancePaymentProvider }

export default ModuleProvider(Modules.PAYMENT, { services: [QuittancePaymentProvider] })
