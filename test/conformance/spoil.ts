import { create, fromBinary, toBinary } from '@bufbuild/protobuf'
import {
  type PaymentDetails,
  PaymentDetailsSchema,
  type PaymentRequest,
  PaymentRequestSchema,
} from '../../src/payment-requests/dialects/bip70/paymentrequest_pb.ts'
import type { Answer, Flaw, Question } from './front.ts'

/** The responses that a flaw applies to. */
export type Which = (question: Question) => boolean

const isGet = ({ method }: Question): boolean => method === 'GET' || method === 'HEAD'

const accepts =
  (type: string): Which =>
  (question) =>
    isGet(question) && question.headers.accept === type

const posts =
  (type: string): Which =>
  ({ method, headers }) =>
    method === 'POST' && headers['content-type'] === type

const isTemplate = (question: Question, coin: string | undefined): boolean =>
  isGet(question) && question.headers['x-currency'] === coin

const isRequest = ({ method, path }: Question): boolean => method === 'GET' && path.startsWith('/r/')

/** The requests, by their kind. */
export const requests = {
  options: accepts('application/payment-options'),
  choice: posts('application/payment-request'),
  template:
    (coin: string): Which =>
    (question) =>
      isTemplate(question, coin),
  version1: (question: Question) =>
    accepts('application/payment-request')(question) && isTemplate(question, undefined),
  bip70: (word: string): Which => accepts(`application/${word}-paymentrequest`),
  bip270: accepts('application/bitcoinsv-paymentrequest'),
  uriList: accepts('text/uri-list'),
  keys: ({ path }: Question) => path === '/signingKeys/paymentProtocol.json',
  page: (question: Question) => isRequest(question) && question.headers.accept === undefined,
  browser: (question: Question) =>
    isRequest(question) && question.headers.accept?.startsWith('text/html') === true,
  payment: posts,
  submission: ({ method, path }: Question) => method === 'POST' && path.startsWith('/payments/json/'),
  every: () => true,
}

/** Only responses with status 200: an error stays as it is. */
const answered =
  (which: Which, change: (answer: Answer) => void): Flaw =>
  (question, answer) => {
    if (answer.status === 200 && which(question)) change(answer)
  }

/** A response to HEAD has no body to change. */
const rewritten = (which: Which, change: (answer: Answer) => void): Flaw =>
  answered((question) => question.method !== 'HEAD' && which(question), change)

type Json = Record<string, unknown>

/** Changes the fields of a JSON response. */
export const members = (which: Which, edit: (body: Json) => void): Flaw =>
  rewritten(which, (answer) => {
    const body = JSON.parse(answer.body.toString())
    edit(body)
    answer.body = Buffer.from(JSON.stringify(body))
  })

/** Sets fields of a JSON response; undefined removes one. */
export const set = (which: Which, values: Json): Flaw =>
  members(which, (body) => void Object.assign(body, values))

/** The same for the first object of its list: `paymentOptions`, `outputs`, `instructions`. */
export const setFirst = (which: Which, list: string, values: Json): Flaw =>
  members(which, (body) => {
    const [first] = body[list] as Json[]
    Object.assign(first ?? {}, values)
  })

export const text = (which: Which, edit: (body: string) => string): Flaw =>
  rewritten(which, (answer) => {
    answer.body = Buffer.from(edit(answer.body.toString()))
  })

/** Sets headers; undefined removes one. */
export const headers = (which: Which, values: Record<string, string | undefined>): Flaw =>
  answered(which, (answer) => {
    for (const [name, value] of Object.entries(values))
      if (value === undefined) delete answer.headers[name]
      else answer.headers[name] = value
  })

/** Edits an existing header. */
export const header = (which: Which, name: string, edit: (value: string) => string): Flaw =>
  answered(which, (answer) => {
    answer.headers[name] = edit(answer.headers[name] ?? '')
  })

/** Replaces the whole response, whatever the status. */
export const instead =
  (
    which: Which,
    { status, headers: newHeaders = {}, body = '' }: Partial<Omit<Answer, 'body'>> & { body?: string },
  ): Flaw =>
  (question, answer) => {
    if (!which(question)) return
    answer.status = status ?? answer.status
    answer.headers = { ...answer.headers, ...newHeaders }
    answer.body = Buffer.from(body)
  }

export const page = { status: 200, headers: { 'content-type': 'text/html' }, body: '<p>Hello</p>' } as const

/** Changes the details inside a BIP70 request. */
export const details = (which: Which, edit: (details: PaymentDetails) => void): Flaw =>
  message(which, (request) => {
    const inner = fromBinary(PaymentDetailsSchema, request.serializedPaymentDetails)
    edit(inner)
    request.serializedPaymentDetails = toBinary(PaymentDetailsSchema, inner)
  })

export const message = (which: Which, edit: (request: PaymentRequest) => void): Flaw =>
  rewritten(which, (answer) => {
    const request = create(PaymentRequestSchema, fromBinary(PaymentRequestSchema, answer.body))
    edit(request)
    answer.body = Buffer.from(toBinary(PaymentRequestSchema, request))
  })
