import { create, fromBinary, toBinary } from '@bufbuild/protobuf'
import {
  type PaymentDetails,
  PaymentDetailsSchema,
  type PaymentRequest,
  PaymentRequestSchema,
} from '../../src/payment-requests/dialects/bip70/paymentrequest_pb.ts'
import type { Answer, Flaw, Question } from './front.ts'

/** Which answers a flaw is in. */
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

/** The questions, by what they ask for. */
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

/** Only what the server answered with a 200: a refusal stays as it is. */
const answered =
  (which: Which, change: (answer: Answer) => void): Flaw =>
  (question, answer) => {
    if (answer.status === 200 && which(question)) change(answer)
  }

/** The answer to HEAD has no body to change. */
const rewritten = (which: Which, change: (answer: Answer) => void): Flaw =>
  answered((question) => question.method !== 'HEAD' && which(question), change)

type Json = Record<string, unknown>

/** Changes the members of a JSON answer. */
export const members = (which: Which, edit: (body: Json) => void): Flaw =>
  rewritten(which, (answer) => {
    const body = JSON.parse(answer.body.toString())
    edit(body)
    answer.body = Buffer.from(JSON.stringify(body))
  })

/** Gives members of a JSON answer other values; undefined takes one away. */
export const set = (which: Which, values: Json): Flaw =>
  members(which, (body) => void Object.assign(body, values))

/** The same of the first object of its list: `paymentOptions`, `outputs`, `instructions`. */
export const setFirst = (which: Which, list: string, values: Json): Flaw =>
  members(which, (body) => {
    const [first] = body[list] as Json[]
    Object.assign(first ?? {}, values)
  })

export const text = (which: Which, edit: (body: string) => string): Flaw =>
  rewritten(which, (answer) => {
    answer.body = Buffer.from(edit(answer.body.toString()))
  })

/** Headers with other values; undefined takes one away. */
export const headers = (which: Which, values: Record<string, string | undefined>): Flaw =>
  answered(which, (answer) => {
    for (const [name, value] of Object.entries(values))
      if (value === undefined) delete answer.headers[name]
      else answer.headers[name] = value
  })

/** One more look at a header that is there already. */
export const header = (which: Which, name: string, edit: (value: string) => string): Flaw =>
  answered(which, (answer) => {
    answer.headers[name] = edit(answer.headers[name] ?? '')
  })

/** Another answer altogether, whatever the status. */
export const instead =
  (
    which: Which,
    { status, headers: given = {}, body = '' }: Partial<Omit<Answer, 'body'>> & { body?: string },
  ): Flaw =>
  (question, answer) => {
    if (!which(question)) return
    answer.status = status ?? answer.status
    answer.headers = { ...answer.headers, ...given }
    answer.body = Buffer.from(body)
  }

export const page = { status: 200, headers: { 'content-type': 'text/html' }, body: '<p>Hello</p>' } as const

/** The details inside of a BIP70 request. */
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
