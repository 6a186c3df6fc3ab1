export { specification } from './json.ts'
