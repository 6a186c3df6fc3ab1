/** Sign-in data of an account. */
export interface Credentials {
  readonly accountId: number
  readonly email: string
  readonly name: string
  readonly isOperator: boolean
  /** Default currency of its invoices and statistics. */
  readonly currency: string
  /** IANA time zone, such as `Europe/Berlin`. */
  readonly timeZone: string
  /** Null if it has no password; then nobody can sign in with one. */
  readonly passwordHash: string | null
  /** True if two-factor authentication is on. */
  readonly hasTwoFactor: boolean
}

/** State of the second factor: the key that its codes are derived from, and which codes were used. */
interface TwoFactorState {
  readonly key: string
  /** The newest time step whose code was used. */
  readonly step: number
  /** One bit for each used recovery code. */
  readonly recoveryUsed: number
}

export interface CredentialStore {
  findByEmail(email: string): Promise<Credentials | null>
  getById(accountId: number): Promise<Credentials>
  /** Like `getById`, and locks the row until this transaction ends. */
  lock(accountId: number): Promise<Credentials>
  setPassword(accountId: number, hash: string): Promise<void>
  /** False if the hash has changed in the meantime. */
  replacePassword(accountId: number, hashes: { currentHash: string; newHash: string }): Promise<boolean>

  findTwoFactor(accountId: number): Promise<TwoFactorState | null>
  /** False if it was already on. */
  enableTwoFactor(accountId: number, factor: { key: string; step: number }): Promise<boolean>
  /** False if it was already off. */
  disableTwoFactor(accountId: number): Promise<boolean>
  /** False if the code of this step or a later one was already used. */
  markStepUsed(accountId: number, step: number): Promise<boolean>
  /** False if another recovery code was used in the meantime. */
  useRecoveryCode(accountId: number, masks: { previousMask: number; nextMask: number }): Promise<boolean>
}
