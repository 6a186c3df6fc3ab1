export { amqp } from './amqp.ts'
export { blockchain } from './blockchain.ts'
export { inMemory } from './in-memory.ts'
export { websockets } from './websockets.ts'
