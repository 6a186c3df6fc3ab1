export { sandbox } from './embedded.ts'
export { node } from './node/backend.ts'
