/** CPU time of this thread in milliseconds. Time that other programs on the machine take doesn't count. */
export function readThreadCpuMs(): number {
  const { user, system } = process.threadCpuUsage()
  return (user + system) / 1_000
}
