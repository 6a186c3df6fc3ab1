import createAjvCompiler from '@fastify/ajv-compiler'
import type { FastifySchemaCompiler } from 'fastify'
import { describedAsKeyword } from '../described-as.ts'

type Validate = ReturnType<FastifySchemaCompiler<unknown>>

const customOptions = {
  coerceTypes: false,
  removeAdditional: false,
  allErrors: false,
  // Our error messages use the descriptions in a schema.
  verbose: true,
  keywords: [describedAsKeyword],
  // TypeBox creates the schemas: checking them against the metaschema would only cost time.
  meta: false,
  validateSchema: false,
}

/**
 * Fastify's own validators, but each is compiled when the first request needs it, not before the service is ready.
 * `test/contracts/access.test.ts` calls every route, and so detects a schema that can't be compiled.
 */
export function createLazyValidatorCompiler(): FastifySchemaCompiler<unknown> {
  const buildCompiler = createAjvCompiler()
  let compile: ReturnType<typeof buildCompiler> | undefined
  return (route) => {
    let compiled: ReturnType<NonNullable<typeof compile>> | undefined
    const validate: Validate = (data: unknown) => {
      compile ??= buildCompiler({}, { customOptions })
      compiled ??= compile({ ...route })
      const isValid = compiled(data) === true
      validate.errors = compiled.errors ?? null
      return isValid
    }
    return validate
  }
}
