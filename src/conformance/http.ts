import type { ConformanceRun } from './conformance-run.ts'
import type { ResponseChecker, Rule } from './finding.ts'
import type { ProbeResponse } from './probe-client.ts'
import { describeResponse } from './probe-client.ts'

const dialect = 'http'
const corsSource = 'wallets that are web pages of another origin (CORS)'
const signatureHeaders = ['digest', 'signature', 'x-signature', 'x-identity', 'x-signature-type']

/** Whether the server supports a dialect, by name. */
type SupportsProtocol = (name: string) => boolean

/** Checks the HTTP behaviour around payment requests: caching, CORS, HEAD and other methods. */
export async function checkHttp(run: ConformanceRun, supports: SupportsProtocol): Promise<void> {
  for (const response of run.responses)
    checkHeaders(run.findings.createChecker(dialect, response), response, supports)
  for (const response of pickOnePerAccept(run.responses)) await checkHead(run, response)
  await checkPreflight(run, supports)
  await checkUnsupportedMethod(run)
}

/** One response for each set of GET requests that differ only in the coin. */
function pickOnePerAccept(responses: readonly ProbeResponse[]): readonly ProbeResponse[] {
  const gets = responses.filter(({ request }) => request.method === 'GET')
  return [...new Map(gets.map((response) => [response.request.headers.accept, response])).values()]
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
    checker.check(headerIncludes(headers.vary, requiredHeaders), toWarning(vary), headers.vary)
  }
  const store = { check: 'Cache-Control', expected: 'no-store', source: 'RFC 9111: prices expire' }
  checker.check(
    headerIncludes(headers['cache-control'], ['no-store']),
    toWarning(store),
    headers['cache-control'],
  )
  const { 'access-control-allow-origin': origin, 'access-control-expose-headers': exposed } = headers
  const allowOriginRule = { check: 'Access-Control-Allow-Origin', expected: '*', source: corsSource }
  checker.check(origin === '*', toWarning(allowOriginRule), origin)
  const exposeRule = {
    check: 'Access-Control-Expose-Headers',
    expected: signatureHeaders.join(', '),
    source: corsSource,
  }
  if (headers.digest !== undefined)
    checker.check(headerIncludes(exposed, signatureHeaders), toWarning(exposeRule), exposed)
}

const toWarning = (rule: Rule): Rule => ({ ...rule, severity: 'warning' })

/** Whether a header's list contains all of the names, or `*`. */
function headerIncludes(header: string | undefined, names: readonly string[]): boolean {
  const listedNames = (header ?? '').split(',').map((name) => name.trim().toLowerCase())
  return listedNames.includes('*') || names.every((name) => listedNames.includes(name))
}

async function checkHead(
  { send, findings }: ConformanceRun,
  { request, status, type }: ProbeResponse,
): Promise<void> {
  const response = await send({ ...request, method: 'HEAD' })
  const rule = { check: 'HEAD', expected: `${status} ${type}, as GET`, source: 'RFC 9110 9.3.2' }
  const matches = response.status === status && response.type === type
  findings
    .createChecker(dialect, response)
    .check(matches, toWarning(rule), `${response.status} ${response.type}`)
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
  const response = await send({ method: 'OPTIONS', url, headers })
  const { 'access-control-allow-methods': methods, 'access-control-allow-headers': allowed } =
    response.headers
  const passed =
    (response.status === 204 || response.status === 200) &&
    response.headers['access-control-allow-origin'] === '*' &&
    headerIncludes(methods, ['get', 'post']) &&
    headerIncludes(allowed, names)
  const rule = {
    check: 'OPTIONS',
    expected: `204, Access-Control-Allow-Origin *, the methods GET and POST, the headers ${names.join(', ')}`,
    source: corsSource,
  }
  const got = `${response.status}, ${response.headers['access-control-allow-origin']}, ${methods}, ${allowed}`
  findings.createChecker(dialect, response).check(passed, toWarning(rule), got)
}

async function checkUnsupportedMethod({ send, url, findings }: ConformanceRun): Promise<void> {
  const response = await send({ method: 'PUT', url, headers: {} })
  const { allow } = response.headers
  const rule = {
    check: 'method PUT',
    expected: '405, with GET in Allow',
    source: 'RFC 9110 15.5.6',
  }
  const passed = response.status === 405 && headerIncludes(allow, ['get'])
  findings
    .createChecker(dialect, response)
    .check(passed, toWarning(rule), `${describeResponse(response)}, Allow: ${allow}`)
}
