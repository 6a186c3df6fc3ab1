/** The default metrics of prom-client one by one: it has them so, and no types for them. */
declare module 'prom-client/lib/metrics/*' {
  import type { Registry } from 'prom-client'

  const measure: (registry: Registry) => void
  export default measure
}
