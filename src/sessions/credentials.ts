/** What an account signs in with. */
export interface Credentials {
  readonly accountId: number
  readonly email: string
  readonly name: string
  readonly operator: boolean
  /** Denomination of its invoices and figures. */
  readonly currency: string
  /** Of the IANA database, as in `Europe/Berlin`. */
  readonly timeZone: string
  /** Null: it has none, and nobody signs in with one. */
  readonly passwordHash: string | null
  /** Whether a code is asked for beside the password. */
  readonly hasCode: boolean
}

/** What the codes of an account follow from, and which were used. */
export interface FactorState {
  readonly key: string
  /** The newest step whose code was used. */
  readonly step: number
  /** A bit for each recovery code that was used. */
  readonly recoveryUsed: number
}

export interface CredentialStore {
  byEmail(email: string): Promise<Credentials | null>
  byId(accountId: number): Promise<Credentials>
  /** The same, and they stay as they are until this transaction ends. */
  lock(accountId: number): Promise<Credentials>
  setPassword(accountId: number, hash: string): Promise<void>
  /** False when another was quicker: the hash is not the one that was there. */
  replacePassword(accountId: number, change: { from: string; to: string }): Promise<boolean>

  factor(accountId: number): Promise<FactorState | null>
  /** False when it was on already. */
  turnFactorOn(accountId: number, factor: { key: string; step: number }): Promise<boolean>
  /** False when it was off already. */
  turnFactorOff(accountId: number): Promise<boolean>
  /** False when the code of this or of a later step was used before. */
  useStep(accountId: number, step: number): Promise<boolean>
  /** False when another has used one since. */
  useRecovery(accountId: number, change: { from: number; to: number }): Promise<boolean>
}
