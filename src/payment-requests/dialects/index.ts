import type { IncomingHttpHeaders } from 'node:http'
import type { Dialect } from './dialect.ts'
import * as registry from './registry.ts'

const dialects: readonly Dialect[] = Object.values(registry)

/** The dialect in which a GET asks for a payment request, or undefined. */
export const dialectAsked = (headers: IncomingHttpHeaders): Dialect | undefined =>
  dialects.find((dialect) => dialect.asks(headers))

/** The dialect of a payment of that media type, or undefined. */
export const dialectPaying = (mediaType: string): Dialect | undefined =>
  dialects.find((dialect) => dialect.pays(mediaType))
