import { globSync } from 'node:fs'
import { relative } from 'node:path'

/** The files that the program reads with `readProgramFile`: paths in the repository, by the path that it passes. */
export const programFiles: ReadonlyMap<string, string> = new Map(
  ['package.json', 'src/accounts/common-passwords.txt', ...globSync('src/platform/web/assets/*')].map(
    (file) => [relative('src', file), file],
  ),
)

/** The licences of the bundled packages, which `quittance licenses` prints. */
export const licensesFile = 'licenses.txt'
