import type { Server } from './server.ts'

/** The methods that a path allows, for 405 and its `Allow` header. Empty when no route has that path. */
export function allowedMethods(server: Server): (url: string) => string[] {
  const routes: { methods: readonly string[]; parts: readonly string[] }[] = []
  server.addHook('onRoute', ({ method, url }) => {
    routes.push({ methods: [method].flat(), parts: url.split('/') })
  })
  return (url) => {
    const asked = (url.split('?', 1)[0] ?? '').split('/')
    return [
      ...new Set(routes.filter((route) => isOf(route.parts, asked)).flatMap(({ methods }) => methods)),
    ].sort()
  }
}

/** A segment that begins with a colon matches any that is not empty. */
const isOf = (route: readonly string[], asked: readonly string[]): boolean =>
  route.length === asked.length &&
  route.every((part, place) => (part.startsWith(':') ? asked[place] !== '' : part === asked[place]))
