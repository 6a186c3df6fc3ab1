#!/usr/bin/env -S node --max-semi-space-size=8
import { enableCompileCache } from 'node:module'
import { join } from 'node:path'

// What was compiled, types stripped, is kept from one start to the next. In our own folder: what lies there is run.
enableCompileCache(join(import.meta.dirname, '..', 'node_modules', '.cache', 'quittance'))
const { run } = await import('./cli/run.ts')

// A reader that goes away (`| head -1`) ends the output, not the service.
process.stdout.on('error', () => {})
process.stderr.on('error', () => {})

const stop = new AbortController()
let asked = 0
for (const signal of ['SIGTERM', 'SIGINT'] as const) {
  process.on(signal, () => {
    stop.abort()
    // Who asks twice does not want to wait.
    if (++asked > 1) process.exit(1)
  })
}
process.on('SIGHUP', () => {})

process.exitCode = await run(process.argv.slice(2), {
  environment: process.env,
  stdin: process.stdin,
  out: (text) => void process.stdout.write(text),
  err: (text) => void process.stderr.write(text),
  stopped: stop.signal,
})

// Whatever a failed start has left at work does not keep the process.
setTimeout(() => process.exit(), 2_000).unref()
