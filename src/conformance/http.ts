import type { ConformanceRun } from './conformance-run.ts'
import type { ResponseChecker, Rule } from './finding.ts'
import type { ProbeRequest, ProbeResponse } from './probe-client.ts'
import { describeResponse } from './probe-client.ts'

const dialect = 'http'
const pages = 'wallets that are web pages of another origin (CORS)'
const signatureHeaders = ['digest', 'signature', 'x-signature', 'x-identity', 'x-signature-type']

/** Whether the server supports a dialect, by name. */
export type Speaks = (name: string) => boolean

/** Checks what surrounds the payment requests: caching, CORS, HEAD and other methods. */
export async function checkHttp(walk: ConformanceRun, speaks: Speaks): Promise<void> {
  for (const reply of walk.answered) checkHeaders(walk.findings.judge(dialect, reply), reply, speaks)
  for (const reply of onePerForm(walk.answered)) await checkHead(walk, reply)
  await checkPreflight(walk, speaks)
  await checkMethods(walk)
}

/** One response for each set of GET requests that differ only in the coin. */
function onePerForm(answered: readonly ProbeResponse[]): readonly ProbeResponse[] {
  const asked = answered.filter(({ request }) => request.method === 'GET')
  return [...new Map(asked.map((reply) => [reply.request.headers.accept, reply])).values()]
}

function checkHeaders(judge: ResponseChecker, { headers, request }: ProbeResponse, speaks: Speaks): void {
  const varies = [
    'accept',
    speaks('specification') && 'x-currency',
    speaks('json-payment-protocol-2') && 'x-paypro-version',
  ]
  const wanted = varies.filter((name) => typeof name === 'string')
  if (request.method === 'GET') {
    const vary = {
      check: 'Vary',
      expected: wanted.join(', '),
      source: 'RFC 9110 12.5.5: one URL, several representations',
    }
    judge.check(headerIncludes(headers.vary, wanted), warning(vary), headers.vary)
  }
  const store = { check: 'Cache-Control', expected: 'no-store', source: 'RFC 9111: prices expire' }
  judge.check(
    headerIncludes(headers['cache-control'], ['no-store']),
    warning(store),
    headers['cache-control'],
  )
  const { 'access-control-allow-origin': origin, 'access-control-expose-headers': exposed } = headers
  const open = { check: 'Access-Control-Allow-Origin', expected: '*', source: pages }
  judge.check(origin === '*', warning(open), origin)
  const seen = {
    check: 'Access-Control-Expose-Headers',
    expected: signatureHeaders.join(', '),
    source: pages,
  }
  if (headers.digest !== undefined)
    judge.check(headerIncludes(exposed, signatureHeaders), warning(seen), exposed)
}

const warning = (rule: Rule): Rule => ({ ...rule, severity: 'warning' })

/** Whether a header's list contains all of the names, or `*`. */
function headerIncludes(header: string | undefined, names: readonly string[]): boolean {
  const listed = (header ?? '').split(',').map((name) => name.trim().toLowerCase())
  return listed.includes('*') || names.every((name) => listed.includes(name))
}

async function checkHead(
  { ask, findings }: ConformanceRun,
  { request, status, type }: ProbeResponse,
): Promise<void> {
  const reply = await ask({ ...request, method: 'HEAD' })
  const rule = { check: 'HEAD', expected: `${status} ${type}, as GET`, source: 'RFC 9110 9.3.2' }
  const right = reply.status === status && reply.type === type
  findings.judge(dialect, reply).check(right, warning(rule), `${reply.status} ${reply.type}`)
}

async function checkPreflight({ ask, url, findings }: ConformanceRun, speaks: Speaks): Promise<void> {
  const asked = [
    'content-type',
    speaks('specification') && 'x-currency',
    speaks('json-payment-protocol-2') && 'x-paypro-version',
  ]
  const names = asked.filter((name) => typeof name === 'string')
  const headers = {
    origin: 'https://wallet.example',
    'access-control-request-method': 'POST',
    'access-control-request-headers': names.join(','),
  }
  const reply = await ask({ method: 'OPTIONS', url, headers })
  const { 'access-control-allow-methods': methods, 'access-control-allow-headers': allowed } = reply.headers
  const right =
    (reply.status === 204 || reply.status === 200) &&
    reply.headers['access-control-allow-origin'] === '*' &&
    headerIncludes(methods, ['get', 'post']) &&
    headerIncludes(allowed, names)
  const rule = {
    check: 'OPTIONS',
    expected: `204, Access-Control-Allow-Origin *, the methods GET and POST, the headers ${names.join(', ')}`,
    source: pages,
  }
  const got = `${reply.status}, ${reply.headers['access-control-allow-origin']}, ${methods}, ${allowed}`
  findings.judge(dialect, reply).check(right, warning(rule), got)
}

async function checkMethods(walk: ConformanceRun): Promise<void> {
  await checkMethod(walk, { method: 'PUT', url: walk.url, headers: {} }, 'get')
}

async function checkMethod(
  { ask, findings }: ConformanceRun,
  question: ProbeRequest,
  allowed: string,
): Promise<void> {
  const reply = await ask(question)
  const { allow } = reply.headers
  const rule = {
    check: `method ${question.method}`,
    expected: `405, with ${allowed.toUpperCase()} in Allow`,
    source: 'RFC 9110 15.5.6',
  }
  const right = reply.status === 405 && headerIncludes(allow, [allowed])
  findings.judge(dialect, reply).check(right, warning(rule), `${describeResponse(reply)}, Allow: ${allow}`)
}
