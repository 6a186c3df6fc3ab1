import { spawnSync } from 'node:child_process'

/** CPU time and memory of a process and its children, such as the workers of a service. */
export interface ProcessTree {
  readonly cpuSeconds: number
  readonly megabytes: number
}

export function measureTree(pid: number): ProcessTree {
  const { stdout } = spawnSync('ps', ['-eo', 'pid=,ppid=,rss=,cputimes='], { encoding: 'utf8' })
  const processes = stdout
    .trim()
    .split('\n')
    .map((line) => line.trim().split(/\s+/).map(Number))
  const own = processes.filter(([child, parent]) => child === pid || parent === pid)
  const sum = (column: number) => own.reduce((total, values) => total + (values[column] ?? 0), 0)
  return { megabytes: (sum(2) * 1_024) / 1e6, cpuSeconds: sum(3) }
}
