import type { Logger } from '../../src/kernel/logger.ts'

/** Records log messages with their level. */
export const notesTo = (told: string[]): Logger => ({
  warn: (message) => void told.push(`warn: ${message}`),
  info: (message) => void told.push(`info: ${message}`),
})
