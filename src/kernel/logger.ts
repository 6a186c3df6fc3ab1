/** Log messages for the operator, apart from the request log. */
export interface Logger {
  /** Something is wrong and may need attention. */
  warn(message: string, facts?: object): void
  /** Normal operation, or recovery. */
  info(message: string, facts?: object): void
}

/** Discards everything: commands report in their own output. */
export const silentLogger: Logger = { warn: () => {}, info: () => {} }
