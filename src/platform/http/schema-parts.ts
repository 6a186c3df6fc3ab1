import Type from 'typebox'

/** Options of an object schema that allows no other members. */
export const strict = { additionalProperties: false } as const

export const nullable = <Schema extends Type.TSchema>(schema: Schema) => Type.Union([schema, Type.Null()])

export const time = Type.String({ format: 'date-time', description: 'ISO 8601 in UTC with milliseconds' })
