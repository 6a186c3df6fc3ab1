import Type from 'typebox'

const page = (description: string) => ({
  description,
  content: { 'text/html': { schema: Type.String() } },
})

export const CheckoutQuery = Type.Object({
  coin: Type.Optional(Type.String({ description: 'Code of the coin to pay in' })),
  lang: Type.Optional(Type.String({ description: 'en, de or ar; else Accept-Language decides' })),
  stay: Type.Optional(Type.String({ description: '1: does not return to the shop by itself' })),
  part: Type.Optional(Type.String({ description: 'panel: what changes, alone, without fresh prices' })),
  embed: Type.Optional(
    Type.String({ description: 'Origin, listed by the account, of the page that shows this one in a frame' }),
  ),
})

/** Responses to a browser, including errors. */
export const pageAnswers = {
  200: page('The page'),
  304: Type.Null({ description: 'As before' }),
  404: page('There is no such invoice'),
  429: page('Too many requests'),
  500: page('A fault of ours'),
  503: page('The service is starting, stopping or overloaded'),
}

/** Responses to a rejected form. */
export const formRefused = {
  400: page('No button of ours'),
  403: page('Not from a page of ours'),
  413: page('Too large'),
  415: page('No form'),
}

export const SandboxForm = Type.Object({
  deed: Type.String({ description: 'exact, little, late, mine, replace or reorganise' }),
  coin: Type.String({ description: 'Code of the coin to pay with' }),
})

export const backToPage = Type.Null({ description: 'Back to the page' })
