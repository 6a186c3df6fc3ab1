import { execFileSync } from 'node:child_process'
import { chmodSync, copyFileSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { bundle } from '../package/bundle.ts'
import { collectLicenses, formatNodeLicense } from '../package/licenses.ts'
import { licensesFile, programFiles } from '../package/program-files.ts'

const assets = Object.fromEntries([...programFiles].map(([path, file]) => [path, resolve(file)]))

/** Where Node looks for the blob: https://nodejs.org/docs/latest-v24.x/api/single-executable-applications.html */
const blobName = 'NODE_SEA_BLOB'
const fuse = 'NODE_SEA_FUSE_fce680ab2cc467b6e072b8b5df1996b2'

/** Builds a single executable from this Node and `src`, with all dependencies and assets inside. */
export async function buildExecutable(target: string): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'quittance-executable-'))
  try {
    const main = 'quittance.cjs'
    const licenses = join(folder, licensesFile)
    writeFileSync(licenses, `${formatNodeLicense()}\n${collectLicenses(await bundle(join(folder, main)))}`)
    const config = {
      // Relative to the folder, because stack traces name it.
      main,
      output: 'blob',
      assets: { ...assets, [licensesFile]: licenses },
      useCodeCache: true,
      disableExperimentalSEAWarning: true,
      execArgv: readNodeOptions(),
    }
    writeFileSync(join(folder, 'config.json'), JSON.stringify(config))
    runNode(folder, '--experimental-sea-config', 'config.json')
    const executable = join(folder, 'quittance')
    copyFileSync(process.execPath, executable)
    chmodSync(executable, 0o755)
    runNode(
      folder,
      resolve('node_modules/postject/dist/cli.js'),
      executable,
      blobName,
      'blob',
      '--sentinel-fuse',
      fuse,
    )
    // A running executable can't be written to, but it can be replaced.
    rmSync(target, { force: true })
    copyFileSync(executable, target)
  } finally {
    rmSync(folder, { recursive: true })
  }
}

/**
 * Runs Node without showing its output, which is in the error if it fails: `postject` always warns about the sections of Node's own
 * executable.
 */
const runNode = (cwd: string, ...args: readonly string[]) =>
  execFileSync(process.execPath, args, { cwd, stdio: 'pipe' })

/** Reads the Node options with which the installed program starts. */
function readNodeOptions(): string[] {
  const [firstLine = ''] = readFileSync('src/main.ts', 'utf8').split('\n')
  return firstLine.split(' ').filter((word) => word.startsWith('--'))
}
