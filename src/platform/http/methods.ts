import type { FastifyInstance } from 'fastify'

/**
 * Records all routes registered later. The returned function lists the methods that a path allows, for 405 and its `Allow` header: none
 * when no route has that path.
 */
export function trackAllowedMethods(server: Pick<FastifyInstance, 'addHook'>): (url: string) => string[] {
  const routes: { methods: readonly string[]; parts: readonly string[] }[] = []
  server.addHook('onRoute', ({ method, url }) => {
    routes.push({ methods: [method].flat(), parts: url.split('/') })
  })
  return (url) => {
    const segments = (url.split('?', 1)[0] ?? '').split('/')
    return [
      ...new Set(routes.filter((route) => matches(route.parts, segments)).flatMap(({ methods }) => methods)),
    ].sort()
  }
}

/** A segment that begins with a colon matches any that is not empty. */
const matches = (route: readonly string[], segments: readonly string[]): boolean =>
  route.length === segments.length &&
  route.every((part, index) => (part.startsWith(':') ? segments[index] !== '' : part === segments[index]))
