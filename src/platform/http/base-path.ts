/**
 * Strips the base path from a request's path, so that routes don't need to know it. A proxy may have stripped it already: a path that
 * doesn't start with it stays as it is.
 */
export function removeBasePath(url: string, basePath: string): string {
  if (basePath === '' || !url.startsWith(basePath)) return url
  const rest = url.slice(basePath.length)
  if (rest === '' || rest.startsWith('?')) return `/${rest}`
  return rest.startsWith('/') ? rest : url
}
