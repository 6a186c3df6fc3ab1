import Type from 'typebox'

const describePage = (description: string) => ({
  description,
  content: { 'text/html': { schema: Type.String() } },
})

export const CheckoutQuery = Type.Object({
  coin: Type.Optional(Type.String({ description: 'Code of the coin to pay in' })),
  lang: Type.Optional(
    Type.String({ description: 'Language code, such as en or de; defaults to Accept-Language' }),
  ),
  stay: Type.Optional(Type.String({ description: '1: don’t return to the shop automatically' })),
  part: Type.Optional(
    Type.String({ description: 'panel: only the changing part of the page, without requoting' }),
  ),
  embed: Type.Optional(
    Type.String({
      description: 'Origin of the page that embeds this one in a frame; the account must list it',
    }),
  ),
})

/** Responses to a browser, including errors. */
export const pageResponses = {
  200: describePage('The page'),
  304: Type.Null({ description: 'Not modified' }),
  404: describePage('Invoice not found'),
  429: describePage('Too many requests'),
  500: describePage('Internal error'),
  503: describePage('The service is starting, stopping or overloaded'),
}

/** Responses to a rejected form. */
export const formErrors = {
  400: describePage('Unknown action'),
  403: describePage('Not sent from a page of this service'),
  413: describePage('Body too large'),
  415: describePage('Not a form'),
}

export const SandboxForm = Type.Object({
  action: Type.String({ description: 'exact, little, late, mine, replace, reorganise or wallet' }),
  coin: Type.String({ description: 'Code of the coin to pay with' }),
  amount: Type.Optional(Type.String({ description: 'wallet: the decimal number of coins to send' })),
})

export const redirectToPage = Type.Null({ description: 'Redirect to the page' })
