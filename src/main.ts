#!/usr/bin/env -S node --max-semi-space-size=8
import { join } from 'node:path'

// Check this before importing anything that an older Node lacks.
const requiredNode = '24.14.1'
if (process.versions.node.localeCompare(requiredNode, undefined, { numeric: true }) < 0) {
  process.stderr.write(
    `Quittance needs Node ${requiredNode} or later; this is Node ${process.versions.node} (${process.execPath}).\n`,
  )
  process.exit(1)
}
void start()

async function start(): Promise<void> {
  const { isBundled } = await import('./platform/program-files.ts')
  // Cache compiled code between starts, in our own folder because cached code is executed. A bundle is compiled already.
  if (!isBundled) {
    const { enableCompileCache } = await import('node:module')
    enableCompileCache(join(import.meta.dirname, '..', 'node_modules', '.cache', 'quittance'))
  }
  const { run } = await import('./cli/run.ts')

  // A reader that closes the pipe (`| head -1`) ends the output, not the service.
  process.stdout.on('error', () => {})
  process.stderr.on('error', () => {})

  const stop = new AbortController()
  let stopRequests = 0
  for (const signal of ['SIGTERM', 'SIGINT'] as const) {
    process.on(signal, () => {
      stop.abort()
      // The second signal exits immediately.
      if (++stopRequests > 1) process.exit(1)
    })
  }
  process.on('SIGHUP', () => {})

  process.exitCode = await run(process.argv.slice(2), {
    environment: process.env,
    stdin: process.stdin,
    out: (text) => void process.stdout.write(text),
    err: (text) => void process.stderr.write(text),
    stopSignal: stop.signal,
  })

  // Background work left by a failed start must not keep the process alive.
  setTimeout(() => process.exit(), 2_000).unref()
}
