/** A gauge or counter of the service. */
interface MetricDefinition {
  /** A counter, which only grows while the process runs; otherwise a gauge. */
  readonly isCounter?: boolean
  /** The help text, one sentence. */
  readonly help: string
  /** Label names. Omit for a metric with a single value. */
  readonly labels?: readonly string[]
}

/** One value of a metric. */
export interface Sample<Name extends string = string> {
  readonly metric: Name
  readonly value: number
  readonly labels?: Readonly<Record<string, string>>
}

/** Metrics that are read together, on each scrape. */
export interface MetricGroup {
  /** Names the group in the log when it fails. */
  readonly description: string
  /** Whether the group is skipped while there is no database. */
  readonly needsDatabase: boolean
  readonly metrics: Readonly<Record<string, MetricDefinition>>
  read(): Promise<readonly Sample[]>
}

/** Returns the group unchanged. The compiler checks that each sample names one of the group's own metrics. */
export const defineMetricGroup = <Name extends string>(
  group: Omit<MetricGroup, 'metrics' | 'read'> & {
    readonly metrics: Readonly<Record<Name, MetricDefinition>>
    read(): Promise<readonly Sample<Name>[]>
  },
): MetricGroup => group
