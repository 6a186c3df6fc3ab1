import type { Logger } from '../../src/kernel/logger.ts'

/** Records log messages with their level. */
export const createMemoryLogger = (lines: string[]): Logger => ({
  warn: (message) => void lines.push(`warn: ${message}`),
  info: (message) => void lines.push(`info: ${message}`),
})
