import { buildProgram } from './build.ts'

/** Part of `npm run prepack`. */
await buildProgram('dist')
