import { create, fromBinary, toBinary } from '@bufbuild/protobuf'
import {
  type PaymentDetails,
  PaymentDetailsSchema,
  type PaymentRequest,
  PaymentRequestSchema,
} from '../../src/payment-requests/dialects/bip70/paymentrequest_pb.ts'
import type { Flaw, ProxiedRequest, ProxiedResponse } from './faulty-service.ts'

/** The responses that a flaw applies to. */
export type RequestFilter = (request: ProxiedRequest) => boolean

const isGet = ({ method }: ProxiedRequest): boolean => method === 'GET' || method === 'HEAD'

const accepts =
  (type: string): RequestFilter =>
  (request) =>
    isGet(request) && request.headers.accept === type

const posts =
  (type: string): RequestFilter =>
  ({ method, headers }) =>
    method === 'POST' && headers['content-type'] === type

const isTemplate = (request: ProxiedRequest, coin: string | undefined): boolean =>
  isGet(request) && request.headers['x-currency'] === coin

const isRequest = ({ method, path }: ProxiedRequest): boolean => method === 'GET' && path.startsWith('/r/')

/** The requests, by their kind. */
export const requests = {
  options: accepts('application/payment-options'),
  choice: posts('application/payment-request'),
  template:
    (coin: string): RequestFilter =>
    (request) =>
      isTemplate(request, coin),
  version1: (request: ProxiedRequest) =>
    accepts('application/payment-request')(request) && isTemplate(request, undefined),
  bip70: (word: string): RequestFilter => accepts(`application/${word}-paymentrequest`),
  bip270: accepts('application/bitcoinsv-paymentrequest'),
  uriList: accepts('text/uri-list'),
  keys: ({ path }: ProxiedRequest) => path === '/signingKeys/paymentProtocol.json',
  page: (request: ProxiedRequest) => isRequest(request) && request.headers.accept === undefined,
  browser: (request: ProxiedRequest) =>
    isRequest(request) && request.headers.accept?.startsWith('text/html') === true,
  payment: posts,
  submission: ({ method, path }: ProxiedRequest) => method === 'POST' && path.startsWith('/payments/json/'),
  every: () => true,
}

/** Only responses with status 200: an error stays as it is. */
const whenSuccessful =
  (filter: RequestFilter, change: (response: ProxiedResponse) => void): Flaw =>
  (request, response) => {
    if (response.status === 200 && filter(request)) change(response)
  }

/** A response to HEAD has no body to change. */
const whenSuccessfulWithBody = (filter: RequestFilter, change: (response: ProxiedResponse) => void): Flaw =>
  whenSuccessful((request) => request.method !== 'HEAD' && filter(request), change)

type Json = Record<string, unknown>

/** Changes the fields of a JSON response. */
export const editMembers = (filter: RequestFilter, edit: (body: Json) => void): Flaw =>
  whenSuccessfulWithBody(filter, (response) => {
    const body = JSON.parse(response.body.toString())
    edit(body)
    response.body = Buffer.from(JSON.stringify(body))
  })

/** Sets fields of a JSON response; undefined removes one. */
export const setMembers = (filter: RequestFilter, values: Json): Flaw =>
  editMembers(filter, (body) => void Object.assign(body, values))

/** The same for the first object of its list: `paymentOptions`, `outputs`, `instructions`. */
export const setFirstMember = (filter: RequestFilter, list: string, values: Json): Flaw =>
  editMembers(filter, (body) => {
    const [first] = body[list] as Json[]
    Object.assign(first ?? {}, values)
  })

export const editText = (filter: RequestFilter, edit: (body: string) => string): Flaw =>
  whenSuccessfulWithBody(filter, (response) => {
    response.body = Buffer.from(edit(response.body.toString()))
  })

/** Sets headers; undefined removes one. */
export const setHeaders = (filter: RequestFilter, values: Record<string, string | undefined>): Flaw =>
  whenSuccessful(filter, (response) => {
    for (const [name, value] of Object.entries(values))
      if (value === undefined) delete response.headers[name]
      else response.headers[name] = value
  })

/** Edits an existing header. */
export const editHeader = (filter: RequestFilter, name: string, edit: (value: string) => string): Flaw =>
  whenSuccessful(filter, (response) => {
    response.headers[name] = edit(response.headers[name] ?? '')
  })

/** Replaces the whole response, whatever the status. */
export const replaceResponse =
  (
    filter: RequestFilter,
    {
      status,
      headers: newHeaders = {},
      body = '',
    }: Partial<Omit<ProxiedResponse, 'body'>> & { body?: string },
  ): Flaw =>
  (request, response) => {
    if (!filter(request)) return
    response.status = status ?? response.status
    response.headers = { ...response.headers, ...newHeaders }
    response.body = Buffer.from(body)
  }

export const page = { status: 200, headers: { 'content-type': 'text/html' }, body: '<p>Hello</p>' } as const

/** Changes the details inside a BIP70 request. */
export const editDetails = (filter: RequestFilter, edit: (details: PaymentDetails) => void): Flaw =>
  editMessage(filter, (request) => {
    const inner = fromBinary(PaymentDetailsSchema, request.serializedPaymentDetails)
    edit(inner)
    request.serializedPaymentDetails = toBinary(PaymentDetailsSchema, inner)
  })

export const editMessage = (filter: RequestFilter, edit: (request: PaymentRequest) => void): Flaw =>
  whenSuccessfulWithBody(filter, (response) => {
    const request = create(PaymentRequestSchema, fromBinary(PaymentRequestSchema, response.body))
    edit(request)
    response.body = Buffer.from(toBinary(PaymentRequestSchema, request))
  })
