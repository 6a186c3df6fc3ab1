import { openWorker } from '../../src/platform/workers/worker.ts'

const worker = openWorker()
await worker?.reportReady()
await worker?.sendQuery('kill', process.pid)
