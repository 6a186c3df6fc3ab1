import { build, type Metafile } from 'esbuild'

/** One CommonJS file: the only format in which Node 24 embeds a program. Returns what it contains. */
export async function bundle(outfile: string): Promise<Metafile> {
  const { metafile } = await build({
    entryPoints: ['src/main.ts'],
    outfile,
    bundle: true,
    platform: 'node',
    format: 'cjs',
    target: 'node24',
    // `pg` loads it only if it is installed.
    external: ['pg-native'],
    // With the code cache, `import()` doesn't work.
    supported: { 'dynamic-import': false },
    // Used only outside of an executable.
    define: { 'import.meta.dirname': '""' },
    metafile: true,
    logLevel: 'warning',
  })
  return metafile
}
