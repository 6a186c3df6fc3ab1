import { build, type Metafile } from 'esbuild'

/** Bundles the program into one CommonJS file, the only format that Node 24 embeds. Returns the list of its inputs. */
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
    // Only used outside an executable.
    define: { 'import.meta.dirname': '""' },
    metafile: true,
    logLevel: 'warning',
  })
  return metafile
}
