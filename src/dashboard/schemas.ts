import Type, { type TSchema } from 'typebox'

const page = (description: string) => ({
  description,
  content: { 'text/html': { schema: Type.String() } },
})

/** Responses to a browser, including errors. */
export const pageAnswers = {
  200: page('The page'),
  303: Type.Null({ description: 'To another page: that of signing in where nobody is signed in' }),
  404: page('There is nothing'),
  410: page('The link is over'),
  429: page('Too many requests'),
  500: page('A fault of ours'),
  503: page('The service is starting, stopping or overloaded'),
}

export const formAnswers = {
  ...pageAnswers,
  400: page('The form again, with the sentence why it was not taken'),
  403: page('Not from a page of ours, or not for who asks'),
  413: page('Too large'),
  415: page('No form'),
}

/** Schema of a form body with these fields. */
export const formOf = (...names: readonly string[]) => ({
  content: {
    'application/x-www-form-urlencoded': {
      schema: Type.Object(
        Object.fromEntries(names.map((name): [string, TSchema] => [name, Type.Optional(Type.String())])),
      ),
    },
  },
})

export const SecretParams = Type.Object({
  secret: Type.String({ description: 'What the link of a letter holds' }),
})

export const SessionParams = Type.Object({ id: Type.String({ description: 'Id of a session' }) })
