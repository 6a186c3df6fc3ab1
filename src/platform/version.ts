import { readProgramFile } from './program-files.ts'

/** The release, from package.json. */
export const readVersion = (): string =>
  String(JSON.parse(readProgramFile('../package.json').toString()).version)
