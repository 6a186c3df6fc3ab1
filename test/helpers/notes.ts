import type { Notes } from '../../src/kernel/notes.ts'

/** Writes down what the operator is told, with its level. */
export const notesTo = (told: string[]): Notes => ({
  warn: (message) => void told.push(`warn: ${message}`),
  info: (message) => void told.push(`info: ${message}`),
})
