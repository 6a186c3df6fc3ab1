import type { FastifyRequest } from 'fastify'
import Type from 'typebox'
import type { Authentication } from '../accounts/authenticate.ts'
import { readMetadata } from '../invoices/metadata.ts'
import { ApiError } from '../kernel/api-error.ts'
import { sendJson } from '../platform/http/send.ts'
import { type Server, skipValidation } from '../platform/http/server.ts'
import { runAtPath } from './errors.ts'
import type { GreenfieldInvoices } from './invoices.ts'
import { parseListQuery } from './list-query.ts'
import { createPermissionError, getStoreId } from './permissions.ts'
import {
  GreenfieldInvoice,
  InvoiceMethodList,
  InvoicesQuery,
  MetadataBody,
  NewGreenfieldInvoice,
  StatusBody,
  StoreInvoiceParams,
  StoreParams,
  tags,
} from './schemas.ts'

interface GreenfieldInvoiceRouteDependencies {
  readonly authenticate: Authentication
  readonly invoices: GreenfieldInvoices
}

const path = '/api/v1/stores/:storeId/invoices'
const viewAccess = { access: 'token', storePermission: 'btcpay.store.canviewinvoices' } as const
const createAccess = { access: 'token', storePermission: 'btcpay.store.cancreateinvoice' } as const
const modifyAccess = { access: 'token', storePermission: 'btcpay.store.canmodifyinvoices' } as const
/** No token can have it: refunds need private keys, which this service doesn't have. */
const refundPermission = 'btcpay.store.cancreatenonapprovedpullpayments'

/** The invoices of a store. */
export function registerGreenfieldInvoiceRoutes(
  app: Server,
  { authenticate, invoices }: GreenfieldInvoiceRouteDependencies,
): void {
  const getAccountId = (request: FastifyRequest) => authenticate.getCaller(request).accountId
  const getUid = ({ params }: FastifyRequest) => (params as { readonly invoiceId: string }).invoiceId
  const invoiceSchema = { params: StoreInvoiceParams, response: { 200: GreenfieldInvoice } }

  app.post(
    path,
    {
      config: createAccess,
      schema: {
        summary: 'Creates an invoice',
        tags,
        params: StoreParams,
        body: NewGreenfieldInvoice,
        response: invoiceSchema.response,
      },
    },
    (request) =>
      invoices.create(authenticate.getCaller(request), request.body, {
        amount: request.numbers.get('amount'),
        metadata: request.objects.get('metadata'),
      }),
  )
  app.get(
    path,
    {
      ...skipValidation,
      config: viewAccess,
      schema: {
        summary: 'Lists invoices, newest first',
        tags,
        params: StoreParams,
        querystring: InvoicesQuery,
        response: { 200: Type.Array(GreenfieldInvoice) },
      },
    },
    async (request, reply) => {
      const accountId = getAccountId(request)
      const query = parseListQuery(request.query)
      const text = await reply.buildLargeResponse(accountId, (reserve) =>
        invoices.list(accountId, query, reserve),
      )
      return sendJson(reply, text) as never
    },
  )
  for (const url of [`${path}/:invoiceId`, '/api/v1/invoices/:invoiceId'])
    app.get(
      url,
      { config: viewAccess, schema: { summary: 'Returns an invoice', tags, ...invoiceSchema } },
      (request) => invoices.show(getAccountId(request), getUid(request)),
    )
  app.get(
    `${path}/:invoiceId/payment-methods`,
    {
      config: viewAccess,
      schema: {
        summary: 'Lists the payment methods of an invoice, each with its payments',
        tags,
        params: StoreInvoiceParams,
        response: { 200: InvoiceMethodList },
      },
    },
    (request) => invoices.listPaymentMethods(getAccountId(request), getUid(request)),
  )
  app.post(
    `${path}/:invoiceId/status`,
    {
      config: modifyAccess,
      schema: { summary: 'Cancels an unpaid invoice', tags, body: StatusBody, ...invoiceSchema },
    },
    (request) => invoices.setStatus(getAccountId(request), getUid(request), request.body.status),
  )
  app.put(
    `${path}/:invoiceId`,
    {
      config: modifyAccess,
      schema: { summary: 'Replaces the metadata of an invoice', tags, body: MetadataBody, ...invoiceSchema },
    },
    (request) => {
      const metadata = runAtPath('metadata', () => readMetadata(request.objects.get('metadata')))
      return invoices.putMetadata(getAccountId(request), getUid(request), metadata)
    },
  )
  app.delete(
    `${path}/:invoiceId`,
    {
      config: modifyAccess,
      schema: { summary: 'Archives an invoice: lists no longer show it', tags, ...invoiceSchema },
    },
    (request) => invoices.setArchived(getAccountId(request), getUid(request), true),
  )
  app.post(
    `${path}/:invoiceId/unarchive`,
    { config: modifyAccess, schema: { summary: 'Restores an archived invoice', tags, ...invoiceSchema } },
    (request) => invoices.setArchived(getAccountId(request), getUid(request), false),
  )
  registerRefundRoutes(app, authenticate)
}

/** Responds with 403, so that clients tell the merchant that refunds aren't supported. */
function registerRefundRoutes(app: Server, authenticate: Authentication): void {
  const config = { access: 'token', storePermission: null } as const
  const reject = async (request: FastifyRequest): Promise<never> => {
    const { storeId } = request.params as { readonly storeId: string }
    if (storeId !== getStoreId(authenticate.getCaller(request))) throw new ApiError('store_not_found')
    throw createPermissionError(refundPermission)
  }
  const summary = 'Refunds are not supported: always 403'
  app.post(
    '/api/v1/stores/:storeId/pull-payments',
    { config, schema: { summary, tags, params: StoreParams } },
    reject,
  )
  app.post(
    `${path}/:invoiceId/refund`,
    { config, schema: { summary, tags, params: StoreInvoiceParams } },
    reject,
  )
}
