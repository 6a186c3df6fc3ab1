import { isBundled, readProgramFile } from '../platform/program-files.ts'
import { type Command, CommandError } from './command.ts'

/** The build of the bundle creates this file. */
const licensesFile = 'licenses.txt'

export const licensesCommand: Command = {
  name: 'licenses',
  usage: '',
  summary: 'Prints the licences of the software inside this program.',
  options: {},
  async run(_args, { out }) {
    if (!isBundled)
      throw new CommandError(
        'This command needs a packaged program. In a source install, read the licence files in node_modules.',
      )
    out(readProgramFile(licensesFile).toString())
  },
}
