import Type from 'typebox'
import { describedAsKeyword } from '../described-as.ts'

/** Options of an object schema that allows no other members. */
export const strict = { additionalProperties: false } as const

export const nullable = <Schema extends Type.TSchema>(schema: Schema) => Type.Union([schema, Type.Null()])

/** A value that the route validates itself, because its digits or its error matter. API descriptions show it as that schema. */
export const describedAs = (schema: Type.TSchema, options: Type.TSchemaOptions) =>
  Type.Unknown({ ...options, [describedAsKeyword]: schema })

export const time = Type.String({ format: 'date-time', description: 'ISO 8601 in UTC with milliseconds' })
