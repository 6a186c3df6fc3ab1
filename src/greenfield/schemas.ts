import Type from 'typebox'

export const tags = ['Greenfield']

export const StoreParams = Type.Object({
  storeId: Type.String({ description: 'Id of the store: the account’s id' }),
})

export const StoreObject = Type.Object({
  id: Type.String(),
  name: Type.String(),
  website: Type.String(),
  defaultCurrency: Type.String(),
  invoiceExpiration: Type.Integer({ description: 'Seconds' }),
  monitoringExpiration: Type.Integer({ description: 'Seconds' }),
  speedPolicy: Type.String(),
  paymentTolerance: Type.Integer(),
  anyoneCanCreateInvoice: Type.Boolean(),
  requiresRefundEmail: Type.Boolean(),
  redirectAutomatically: Type.Boolean(),
  defaultPaymentMethod: Type.String(),
  defaultLang: Type.String(),
  htmlTitle: Type.String(),
  networkFeeMode: Type.String(),
  payJoinEnabled: Type.Boolean(),
  lazyPaymentMethods: Type.Boolean(),
  archived: Type.Boolean(),
  receipt: Type.Object({ enabled: Type.Boolean(), showQR: Type.Boolean(), showPayments: Type.Boolean() }),
})

export const Health = Type.Object({ synchronized: Type.Boolean() })
