import { openWorker } from '../../src/platform/workers/worker.ts'

const worker = openWorker()
await worker?.reportReady()
await worker?.ask('kill', process.pid)
