/** The environment of a process that a test starts: in a run of all tests, with the code that earlier processes have compiled. */
export function createChildEnvironment(): Readonly<Record<string, string>> {
  const { PATH = '', NODE_COMPILE_CACHE } = process.env
  return { PATH, ...(NODE_COMPILE_CACHE !== undefined && { NODE_COMPILE_CACHE }) }
}

/** The environment of the service in a process of its own. */
export const createServiceEnvironment = (url: string, port: number): Readonly<Record<string, string>> => ({
  ...createChildEnvironment(),
  DATABASE_URL: url,
  PORT: String(port),
  BASE_URL: `http://127.0.0.1:${port}`,
  LOG_LEVEL: 'error',
})
