import type { ConformanceRun } from './conformance-run.ts'
import type { ResponseChecker, Rule } from './finding.ts'
import type { ProbeRequest, ProbeResponse } from './probe-client.ts'
import { describeResponse } from './probe-client.ts'

const dialect = 'http'
const pages = 'wallets that are web pages of another origin (CORS)'
const signatureHeaders = ['digest', 'signature', 'x-signature', 'x-identity', 'x-signature-type']

/** Whether the server supports a dialect, by name. */
type SupportsProtocol = (name: string) => boolean

/** Checks what surrounds the payment requests: caching, CORS, HEAD and other methods. */
export async function checkHttp(run: ConformanceRun, supports: SupportsProtocol): Promise<void> {
  for (const reply of run.responses) checkHeaders(run.findings.createChecker(dialect, reply), reply, supports)
  for (const reply of onePerAccept(run.responses)) await checkHead(run, reply)
  await checkPreflight(run, supports)
  await checkMethods(run)
}

/** One response for each set of GET requests that differ only in the coin. */
function onePerAccept(answered: readonly ProbeResponse[]): readonly ProbeResponse[] {
  const gets = answered.filter(({ request }) => request.method === 'GET')
  return [...new Map(gets.map((reply) => [reply.request.headers.accept, reply])).values()]
}

function checkHeaders(
  checker: ResponseChecker,
  { headers, request }: ProbeResponse,
  supports: SupportsProtocol,
): void {
  const varies = [
    'accept',
    supports('specification') && 'x-currency',
    supports('json-payment-protocol-2') && 'x-paypro-version',
  ]
  const requiredHeaders = varies.filter((name) => typeof name === 'string')
  if (request.method === 'GET') {
    const vary = {
      check: 'Vary',
      expected: requiredHeaders.join(', '),
      source: 'RFC 9110 12.5.5: one URL, several representations',
    }
    checker.check(headerIncludes(headers.vary, requiredHeaders), warning(vary), headers.vary)
  }
  const store = { check: 'Cache-Control', expected: 'no-store', source: 'RFC 9111: prices expire' }
  checker.check(
    headerIncludes(headers['cache-control'], ['no-store']),
    warning(store),
    headers['cache-control'],
  )
  const { 'access-control-allow-origin': origin, 'access-control-expose-headers': exposed } = headers
  const allowOriginRule = { check: 'Access-Control-Allow-Origin', expected: '*', source: pages }
  checker.check(origin === '*', warning(allowOriginRule), origin)
  const exposeRule = {
    check: 'Access-Control-Expose-Headers',
    expected: signatureHeaders.join(', '),
    source: pages,
  }
  if (headers.digest !== undefined)
    checker.check(headerIncludes(exposed, signatureHeaders), warning(exposeRule), exposed)
}

const warning = (rule: Rule): Rule => ({ ...rule, severity: 'warning' })

/** Whether a header's list contains all of the names, or `*`. */
function headerIncludes(header: string | undefined, names: readonly string[]): boolean {
  const listedNames = (header ?? '').split(',').map((name) => name.trim().toLowerCase())
  return listedNames.includes('*') || names.every((name) => listedNames.includes(name))
}

async function checkHead(
  { send, findings }: ConformanceRun,
  { request, status, type }: ProbeResponse,
): Promise<void> {
  const reply = await send({ ...request, method: 'HEAD' })
  const rule = { check: 'HEAD', expected: `${status} ${type}, as GET`, source: 'RFC 9110 9.3.2' }
  const matches = reply.status === status && reply.type === type
  findings.createChecker(dialect, reply).check(matches, warning(rule), `${reply.status} ${reply.type}`)
}

async function checkPreflight(
  { send, url, findings }: ConformanceRun,
  supports: SupportsProtocol,
): Promise<void> {
  const requestHeaders = [
    'content-type',
    supports('specification') && 'x-currency',
    supports('json-payment-protocol-2') && 'x-paypro-version',
  ]
  const names = requestHeaders.filter((name) => typeof name === 'string')
  const headers = {
    origin: 'https://wallet.example',
    'access-control-request-method': 'POST',
    'access-control-request-headers': names.join(','),
  }
  const reply = await send({ method: 'OPTIONS', url, headers })
  const { 'access-control-allow-methods': methods, 'access-control-allow-headers': allowed } = reply.headers
  const passed =
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
  findings.createChecker(dialect, reply).check(passed, warning(rule), got)
}

async function checkMethods(run: ConformanceRun): Promise<void> {
  await checkMethod(run, { method: 'PUT', url: run.url, headers: {} }, 'get')
}

async function checkMethod(
  { send, findings }: ConformanceRun,
  request: ProbeRequest,
  allowed: string,
): Promise<void> {
  const reply = await send(request)
  const { allow } = reply.headers
  const rule = {
    check: `method ${request.method}`,
    expected: `405, with ${allowed.toUpperCase()} in Allow`,
    source: 'RFC 9110 15.5.6',
  }
  const passed = reply.status === 405 && headerIncludes(allow, [allowed])
  findings
    .createChecker(dialect, reply)
    .check(passed, warning(rule), `${describeResponse(reply)}, Allow: ${allow}`)
}
