import { writeFileSync } from 'node:fs'
import { describeApi } from './describe.ts'
import { generateTypes } from './generate-types.ts'

/** `npm run client`: regenerates the types of the client from the description of the API. */
writeFileSync('src/client/api.ts', await generateTypes(await describeApi()))
