// Plain JavaScript that any Node can run: an older one would fail on the first .ts file before it could report what it needs.
const needed = 24
if (Number(process.versions.node.split('.')[0]) < needed) {
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
