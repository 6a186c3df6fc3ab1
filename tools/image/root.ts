import { execFileSync } from 'node:child_process'
import {
  appendFileSync,
  copyFileSync,
  cpSync,
  existsSync,
  mkdirSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { dirname, join } from 'node:path'

/** Runs a program and shows its output. @throws when it fails */
export const runProgram = (program: string, ...args: readonly string[]): void =>
  void execFileSync(program, args, { stdio: 'inherit', env: { ...process.env, PATH: systemPath } })

export const systemPath = '/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin'

/** Builds the command that runs a program in a root: in that folder, as that user and, unless it is root, without capabilities. */
export function buildCommand(
  root: string,
  { workdir, user }: { workdir: string; user: string },
  args: readonly string[],
): string[] {
  const privileges =
    user === 'root'
      ? []
      : ['setpriv', `--reuid=${user}`, `--regid=${user}`, '--clear-groups', ...dropCapabilities]
  return ['unshare', `--root=${root}`, `--wd=${workdir}`, ...privileges, ...args]
}

export const dropCapabilities: readonly string[] = [
  '--no-new-privs',
  '--inh-caps=-all',
  '--bounding-set=-all',
]

/** Runs `RUN` in a root. Of this process's environment, it only gets the certificate authority that npm needs behind a proxy. */
export function runInRoot(
  root: string,
  { workdir, user, env }: { workdir: string; user: string; env: Readonly<Record<string, string>> },
  text: string,
): void {
  const args = buildCommand(root, { workdir, user }, ['/bin/sh', '-c', text])
  const authority = existsSync(join(root, authorityFile)) && { NODE_EXTRA_CA_CERTS: authorityFile }
  execFileSync('unshare', ['--mount', 'sh', '-c', mountProc, 'sh', root, ...args], {
    stdio: 'inherit',
    env: { PATH: systemPath, HOME: '/root', ...authority, ...env },
  })
}

const mountProc = 'mount -t proc proc "$1/proc" && shift && exec "$@"'
const authorityFile = '/tmp/certificate-authority.pem'

/** Creates a Debian root with this machine's DNS settings. `options` are those of debootstrap. */
export function createDebian(
  root: string,
  suite: 'bookworm' | 'trixie',
  options: readonly string[] = [],
): void {
  runProgram('debootstrap', '--variant=minbase', ...options, suite, root)
  for (const file of ['/etc/resolv.conf', '/etc/hosts']) copyFileSync(file, join(root, file))
}

/** Creates a Debian root like the base image, with the same version of Node, an npm and the user `node`. Packages start no services. */
export function createBase(root: string): void {
  createDebian(root, 'trixie')
  writeFileSync(join(root, 'usr/sbin/policy-rc.d'), '#!/bin/sh\nexit 101\n', { mode: 0o755 })
  const modules = execFileSync('npm', ['root', '--global'], { encoding: 'utf8' }).trim()
  copyFileSync(process.execPath, join(root, 'usr/local/bin/node'))
  cpSync(join(modules, 'npm'), join(root, 'usr/local/lib/node_modules/npm'), { recursive: true })
  for (const name of ['npm', 'npx'])
    symlinkSync(`../lib/node_modules/npm/bin/${name}-cli.js`, join(root, 'usr/local/bin', name))
  appendFileSync(join(root, 'etc/group'), 'node:x:1000:\n')
  appendFileSync(join(root, 'etc/passwd'), 'node:x:1000:1000::/home/node:/bin/bash\n')
  const authority = process.env.NODE_EXTRA_CA_CERTS
  if (authority !== undefined) copyFileSync(authority, join(root, authorityFile))
}

/** Copies into a root, as `COPY` does: a file or the contents of a folder. */
export function copyInto(root: string, source: string, target: string): void {
  mkdirSync(dirname(join(root, target)), { recursive: true })
  cpSync(source, join(root, target), { recursive: true, verbatimSymlinks: true })
}
