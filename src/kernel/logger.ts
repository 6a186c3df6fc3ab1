/** Log messages for the operator, apart from the request log. */
export interface Logger {
  /** Something is wrong and may need attention. */
  warn(message: string, fields?: object): void
  /** Normal operation, or recovery. */
  info(message: string, fields?: object): void
}

/** Discards everything: commands report in their own output. */
export const silentLogger: Logger = { warn: () => {}, info: () => {} }
