import { isExecutable, readProgramFile } from '../platform/program-files.ts'
import { type Command, CommandError } from './command.ts'

/** The build of the executable creates this file. */
const licensesFile = 'licenses.txt'

export const licensesCommand: Command = {
  name: 'licenses',
  usage: '',
  summary: 'Prints the licences of the software inside the single executable.',
  options: {},
  async run(_args, { out }) {
    if (!isExecutable)
      throw new CommandError(
        'This command needs the single executable. In a source install, read the licence files in node_modules.',
      )
    out(readProgramFile(licensesFile).toString())
  },
}
