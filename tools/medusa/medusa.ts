import { join } from 'node:path'
import { type Process, startProcess } from './processes.ts'

export type Medusa = Awaited<ReturnType<typeof startMedusa>>

/** Starts a built Medusa as in production. It can be stopped and started again, on the same port. */
export async function startMedusa(project: string, env: NodeJS.ProcessEnv, port: number) {
  const baseUrl = `http://127.0.0.1:${port}`
  const options = { cwd: join(project, '.medusa/server'), env, log: join(project, 'medusa.log') }
  let server = await start()
  return {
    baseUrl,
    stop: (signal?: NodeJS.Signals) => server.stop(signal),
    restart: async () => {
      await server.stop()
      server = await start()
    },
    readLog: () => server.readLog(),
  }

  function start(): Promise<Process> {
    const words = [join(project, 'node_modules/.bin/medusa'), 'start', '--port', `${port}`]
    return startProcess(
      words,
      options,
      async () => (await fetch(`${baseUrl}/health`).catch(() => null))?.ok === true,
    )
  }
}
