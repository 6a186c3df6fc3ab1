/** The default metrics of prom-client, one module each: it exports them without types. */
declare module 'prom-client/lib/metrics/*' {
  import type { Registry } from 'prom-client'

  const measure: (registry: Registry) => void
  export default measure
}
