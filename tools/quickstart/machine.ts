import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { systemPath } from '../image/root.ts'

/** A root that has booted with systemd, in its own namespaces. */
export interface Machine {
  /** Runs commands as root. @throws when one fails */
  run(commands: string, options: { readonly network: 'loopback' | 'outside' }): void
  stop(): Promise<void>
}

const maxBootMs = 120_000
const maxRunMs = 900_000

/** Mounts the file systems and control groups of a container, then starts systemd. */
const bootScript = `set -e
root=$1
mount --make-rprivate /
ip link set lo up
mount --bind "$root" "$root"
mount -t proc proc "$root/proc"
mount -t sysfs -o ro sysfs "$root/sys"
mount -t cgroup2 cgroup2 "$root/sys/fs/cgroup"
for folder in dev run tmp; do mount -t tmpfs tmpfs "$root/$folder"; done
for device in null zero full random urandom tty; do
  touch "$root/dev/$device"
  mount --bind "/dev/$device" "$root/dev/$device"
done
mkdir "$root/dev/pts" "$root/dev/shm"
mount -t devpts -o newinstance,ptmxmode=666 devpts "$root/dev/pts"
mount -t tmpfs tmpfs "$root/dev/shm"
ln -s pts/ptmx "$root/dev/ptmx"
ln -s /proc/self/fd "$root/dev/fd"
exec env -i container=quickstart PATH="$PATH" chroot "$root" /lib/systemd/systemd --show-status=0`

/** Boots a root. `name` is that of its control group. */
export async function bootMachine(root: string, name: string): Promise<Machine> {
  const group = join(findCgroupRoot(), `quittance-${name}-${process.pid}`)
  mkdirSync(group)
  const namespaces = ['--mount', '--uts', '--ipc', '--net', '--cgroup', '--pid', '--fork', '--kill-child']
  const words = ['unshare', ...namespaces, 'sh', '-c', bootScript, 'sh', root]
  const start = 'echo $$ > "$1/cgroup.procs"; shift; exec "$@"'
  const supervisor = spawn('sh', ['-c', start, 'sh', group, ...words], {
    stdio: ['ignore', 'ignore', 'inherit'],
    env: { PATH: systemPath },
  })
  const machine = { run, stop }
  try {
    await waitUntilBooted()
  } catch (error) {
    await stop()
    throw error
  }
  return machine

  function run(commands: string, { network }: { network: 'loopback' | 'outside' }): void {
    const options = network === 'loopback' ? ['--net'] : []
    execFileSync('nsenter', [...buildEnterOptions(options), 'bash', '-euo', 'pipefail', '-c', commands], {
      stdio: ['ignore', 'inherit', 'inherit'],
      env: { PATH: systemPath, HOME: '/root' },
      timeout: maxRunMs,
    })
  }

  /** Builds the options of `nsenter` for the namespaces of systemd, which is the only child of `unshare`. */
  function buildEnterOptions(options: readonly string[]): string[] {
    const { pid } = supervisor
    const [init = ''] = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').split(' ')
    const shared = ['--mount', '--uts', '--ipc', '--pid', '--cgroup', '--root', '--wdns=/root']
    return [`--target=${init}`, ...shared, ...options, '--']
  }

  async function waitUntilBooted(): Promise<void> {
    const end = performance.now() + maxBootMs
    for (;;) {
      try {
        const words = [...buildEnterOptions([]), 'systemctl', 'is-system-running']
        execFileSync('nsenter', words, { stdio: 'pipe', env: { PATH: systemPath } })
        return
      } catch (error) {
        if (supervisor.exitCode !== null || performance.now() > end) throw error
      }
      await sleep(200)
    }
  }

  /** Stops the machine as a power cut does: every process in its namespace ends with systemd. */
  async function stop(): Promise<void> {
    if (supervisor.exitCode === null && supervisor.signalCode === null) {
      const exit = once(supervisor, 'exit')
      supervisor.kill('SIGKILL')
      await exit
    }
    await removeGroup(group)
  }
}

/** Finds where the unified control group hierarchy is mounted, alone or next to the older ones. */
function findCgroupRoot(): string {
  const [, path] = /^\S+ (\S+) cgroup2 /m.exec(readFileSync('/proc/mounts', 'utf8')) ?? []
  if (path === undefined) throw new Error('this needs cgroup2 to be mounted')
  return path
}

const maxRemoveAttempts = 50

/** The groups become empty shortly after their processes were killed. */
async function removeGroup(group: string): Promise<void> {
  for (let attempt = 1; ; attempt++) {
    try {
      execFileSync('find', [group, '-depth', '-type', 'd', '-exec', 'rmdir', '{}', '+'], { stdio: 'pipe' })
      return
    } catch (error) {
      if (attempt === maxRemoveAttempts) throw error
    }
    await sleep(200)
  }
}
