/** Runs `work` in one transaction: all of its writes happen, or none. `work` never waits for the network. */
export type Transact<Stores> = <T>(work: (stores: Stores) => Promise<T>) => Promise<T>
