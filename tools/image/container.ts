import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { ImageConfig } from './dockerfile.ts'
import { buildCommand, dropCapabilities, runProgram } from './root.ts'

/** The start period of the health check. */
const maxStartMs = 60_000

/** Mounts the root read-only, except for the volumes and a /tmp in memory, as compose.yaml runs the image. */
const mountScript = `set -e
root=$1; storage=$2; volumes=$3; shift 3
mount --bind "$root" "$root"
mount -o remount,bind,ro "$root"
mount -t tmpfs tmpfs "$root/tmp"
mount -t proc proc "$root/proc"
for volume in $volumes; do mount --bind "$storage$volume" "$root$volume"; done
exec "$@"`

interface ContainerOptions {
  readonly root: string
  readonly image: ImageConfig
  /** The folder of its volumes. It is created. */
  readonly storage: string
  readonly environment: Readonly<Record<string, string>>
}

/** Containers of the image with the same volumes and environment: a service of Compose. */
export function createContainer({ root, image, storage, environment }: ContainerOptions) {
  // A new volume begins with the image's content at its path.
  for (const volume of image.volumes) {
    runProgram('mkdir', '-p', join(storage, volume, '..'))
    runProgram('cp', '-a', join(root, volume), join(storage, volume))
  }
  const env = { PATH: '/usr/local/bin:/usr/bin:/bin', ...image.env, ...environment }
  return { run, start }

  function buildArguments(command: readonly string[]): string[] {
    const args = buildCommand(root, image, command)
    return ['--mount', 'sh', '-c', mountScript, 'sh', root, storage, image.volumes.join(' '), ...args]
  }

  /** Runs a command in a container of its own, as `docker compose run --rm` does. Returns its output. @throws when it fails */
  function run(command: readonly string[], input: Buffer = Buffer.alloc(0)): Buffer {
    return execFileSync('unshare', buildArguments(command), { env, input })
  }

  /** Starts the image's own command. Returns once it is healthy. */
  async function start() {
    const service = spawn('unshare', buildArguments(image.command), {
      env,
      stdio: ['ignore', 'pipe', 'inherit'],
    })
    const exit = once(service, 'exit')
    let output = ''
    service.stdout.setEncoding('utf8').on('data', (text: string) => {
      output += text
    })
    try {
      await waitUntilHealthy(service)
    } catch (error) {
      service.kill('SIGKILL')
      throw error
    }
    return {
      pid: service.pid,
      getOutput: () => output,
      execute: (command: readonly string[]) => execute(service, command),
      kill: () => void service.kill('SIGKILL'),
      /** Stops it as `docker stop` does. Returns its exit code and signal. */
      async stop() {
        service.kill('SIGTERM')
        return exit
      },
    }
  }

  /** Runs a command next to the service, as `docker compose exec` does. */
  function execute(service: ChildProcess, command: readonly string[]): Buffer {
    const { user } = image
    const namespaces = [`--target=${service.pid}`, '--mount', '--root', '--wd']
    const privileges = [
      'setpriv',
      `--reuid=${user}`,
      `--regid=${user}`,
      '--clear-groups',
      ...dropCapabilities,
    ]
    return execFileSync('nsenter', [...namespaces, ...privileges, ...command], { env, stdio: 'pipe' })
  }

  async function waitUntilHealthy(service: ChildProcess): Promise<void> {
    const end = performance.now() + maxStartMs
    for (;;) {
      try {
        execute(service, image.healthCheck)
        return
      } catch (error) {
        if (service.exitCode !== null || performance.now() > end) throw error
      }
      await sleep(200)
    }
  }
}

export type Service = Awaited<ReturnType<ReturnType<typeof createContainer>['start']>>
