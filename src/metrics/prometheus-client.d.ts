/** The default metrics of @prometheus-io/client, one module each: it exports them without types. */
declare module '@prometheus-io/client/lib/metrics/*' {
  import type { Registry } from '@prometheus-io/client'

  const measure: (registry: Registry) => void
  export default measure
}
