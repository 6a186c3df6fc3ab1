import { build, type Metafile } from 'esbuild'

/** Bundles the program and its dependencies into one CommonJS file, the only format that Node 24 embeds in an executable. */
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
    // With the code cache of an executable, `import()` doesn't work.
    supported: { 'dynamic-import': false },
    define: { 'import.meta.dirname': '__dirname', 'import.meta.filename': '__filename' },
    metafile: true,
    logLevel: 'warning',
  })
  return metafile
}
