// Plain JavaScript that any Node can run: an older one would fail on the first .ts file before it could report what it needs.
// Node 24 before 24.14.1 needs quadratic time for text with many keys that look like integers (CVE-2026-21717).
const needed = '24.14.1'
if (process.versions.node.localeCompare(needed, undefined, { numeric: true }) < 0) {
  process.stderr.write(
    `Quittance needs Node ${needed} or later; this is Node ${process.versions.node} (${process.execPath}). Run npm ci, which installs one, and start it with npm.\n`,
  )
  process.exit(1)
} else void start()

// The compile cache must be on before the first .ts file: the parser that strips types from a file that isn't cached takes 20 MB.
async function start() {
  const { enableCompileCache } = await import('node:module')
  enableCompileCache(`${import.meta.dirname}/../node_modules/.cache/quittance`)
  await import('./main.ts')
}
