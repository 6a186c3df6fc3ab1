import Type, { type TSchema } from 'typebox'

const describePage = (description: string) => ({
  description,
  content: { 'text/html': { schema: Type.String() } },
})

/** Responses to a browser, including errors. */
export const pageResponses = {
  200: describePage('The page'),
  303: Type.Null({ description: 'Redirect to another page; to the sign-in page if not signed in' }),
  404: describePage('Not found'),
  410: describePage('The link was used or has expired'),
  429: describePage('Too many requests'),
  500: describePage('Internal error'),
  503: describePage('The service is starting, stopping or overloaded'),
}

export const formResponses = {
  ...pageResponses,
  400: describePage('The form with an error message'),
  403: describePage('Not sent from a page of this service, or not permitted'),
  413: describePage('Body too large'),
  415: describePage('Not a form'),
}

/** Schema of a form body with these fields. */
export const createFormSchema = (...names: readonly string[]) => ({
  content: {
    'application/x-www-form-urlencoded': {
      schema: Type.Object(
        Object.fromEntries(names.map((name): [string, TSchema] => [name, Type.Optional(Type.String())])),
      ),
    },
  },
})

export const SecretParams = Type.Object({
  secret: Type.String({ description: 'The secret in an emailed link' }),
})

/** Responses to a page's script that is about to create or use a passkey. */
export const passkeyOptionsResponse = {
  response: {
    ...formResponses,
    200: {
      description: 'The options for `navigator.credentials`, with binary values in base64url',
      content: { 'application/json': { schema: Type.Object({ challenge: Type.String() }) } },
    },
  },
}

export const PasskeyParams = Type.Object({ id: Type.String({ description: 'Id of a passkey' }) })

export const SessionParams = Type.Object({ id: Type.String({ description: 'Id of a session' }) })
