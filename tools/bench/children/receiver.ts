import { createServer } from 'node:http'
import { handleQuery } from './queries.ts'

/** The webhooks that arrived since the last query, with the milliseconds from each event to its arrival. */
export interface ReceivedWebhooks {
  /** By invoice uid: when its `invoice.paid` arrived, in ms since 1970. */
  readonly paidAt: ReadonlyMap<string, number>
  readonly delaysMs: readonly number[]
}

// A merchant's server: it responds to every webhook immediately.
let paidAt = new Map<string, number>()
let delaysMs: number[] = []

const server = createServer((request, response) => {
  let text = ''
  request.setEncoding('utf8')
  request.on('data', (part: string) => {
    text += part
  })
  request.on('end', () => {
    response.end()
    if (request.method === 'POST') receive(text)
  })
})

function receive(text: string): void {
  const { type, timestamp, data } = JSON.parse(text)
  const now = Date.now()
  delaysMs.push(now - Date.parse(timestamp))
  if (type === 'invoice.paid') paidAt.set(data.uid, now)
}

handleQuery('received', (): ReceivedWebhooks => {
  const received = { paidAt, delaysMs }
  paidAt = new Map()
  delaysMs = []
  return received
})
handleQuery('paid', () => paidAt.size)

server.listen(Number(process.env.PORT), '127.0.0.1')
