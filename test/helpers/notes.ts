import type { Logger } from '../../src/kernel/logger.ts'

/** Writes down what the operator is told, with its level. */
export const notesTo = (told: string[]): Logger => ({
  warn: (message) => void told.push(`warn: ${message}`),
  info: (message) => void told.push(`info: ${message}`),
})
