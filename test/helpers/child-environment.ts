/** The environment of a process that a test starts: in a run of all tests, with the code that earlier processes have compiled. */
export function createChildEnvironment(): Readonly<Record<string, string>> {
  const { PATH = '', NODE_COMPILE_CACHE } = process.env
  return { PATH, ...(NODE_COMPILE_CACHE !== undefined && { NODE_COMPILE_CACHE }) }
}
