import Type from 'typebox'
import { getBasePath } from '../kernel/web-address.ts'
import { sendJson } from '../platform/http/send.ts'
import type { Server } from '../platform/http/server.ts'
import type { Assets } from '../platform/web/assets.ts'
import { createSharedPage, type SharedPage, sendPageWithEtag } from '../platform/web/send.ts'
import { describeMessages } from './asyncapi.ts'
import type { ApiDescription } from './description.ts'
import { recordedExamples } from './examples/recorded.ts'
import { describeForModels } from './llms.ts'
import { renderReferencePage } from './pages/reference-page.ts'

interface ReferenceDependencies {
  readonly baseUrl: string
  readonly assets: Assets
  /** The exchange that `amqp` publishes to. */
  readonly exchange: string
}

const tags = ['Descriptions']
const config = { access: 'public' } as const
const defineText = (type: string) => ({ 200: { content: { [type]: { schema: Type.String() } } } })

/** Descriptions of the API: `/docs`, `/asyncapi.json` and `/llms.txt`. Each is rendered once. */
export function registerReferenceRoutes(
  server: Server,
  { baseUrl, assets, exchange }: ReferenceDependencies,
): void {
  const describe = () => server.swagger() as unknown as ApiDescription
  let page: SharedPage | undefined
  let messages: Buffer | undefined
  let models: string | undefined

  const docs = { summary: 'Shows the API reference', tags, response: defineText('text/html') }
  server.get('/docs', { config, schema: docs }, async (request, reply) => {
    const prefix = getBasePath(baseUrl)
    page ??= createSharedPage(renderReferencePage(describe(), { assets, prefix, examples: recordedExamples }))
    return sendPageWithEtag(request, reply, page)
  })

  const asyncapi = {
    summary: 'Returns the description of events and other messages, as AsyncAPI 3',
    tags,
    response: { 200: Type.Object({ asyncapi: Type.String() }) },
  }
  server.get('/asyncapi.json', { config, schema: asyncapi }, async (_request, reply) => {
    messages ??= Buffer.from(JSON.stringify(describeMessages({ baseUrl, exchange })))
    return sendJson(reply, messages)
  })

  const llms = {
    summary: 'Returns a summary of the API for language models',
    tags,
    response: defineText('text/plain'),
  }
  server.get('/llms.txt', { config, schema: llms }, async (_request, reply) => {
    models ??= describeForModels(describe(), baseUrl)
    return reply.type('text/plain; charset=utf-8').send(models)
  })
}
