import type { Server } from './server.ts'

/** Which methods does a path take? For 405 and its `Allow`; empty for a path that no route has. */
export function allowedMethods(server: Server): (url: string) => string[] {
  const routes: { methods: readonly string[]; path: RegExp }[] = []
  server.addHook('onRoute', ({ method, url }) => {
    routes.push({ methods: [method].flat(), path: pattern(url) })
  })
  return (url) => {
    const path = url.split('?', 1)[0] ?? ''
    return [
      ...new Set(routes.filter((route) => route.path.test(path)).flatMap(({ methods }) => methods)),
    ].sort()
  }
}

function pattern(url: string): RegExp {
  const escaped = url.replace(/[.*+?^${}()|[\]\\]/g, '\\$&').replace(/:[A-Za-z_]+/g, '[^/]+')
  return new RegExp(`^${escaped}$`)
}
