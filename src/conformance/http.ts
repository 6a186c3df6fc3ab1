import type { Question, Reply } from './ask.ts'
import { summary } from './ask.ts'
import type { Judge, Rule } from './finding.ts'
import type { Walk } from './walk.ts'

const dialect = 'http'
const pages = 'wallets that are pages of another origin (CORS)'
const signatureHeaders = ['digest', 'signature', 'x-signature', 'x-identity', 'x-signature-type']

/** Which dialects the server speaks, by name. */
export type Speaks = (name: string) => boolean

/** What is around the payment requests: caches, pages of other origins, HEAD, other methods. */
export async function holdHttp(walk: Walk, speaks: Speaks): Promise<void> {
  for (const reply of walk.answered) holdHeaders(walk.findings.judge(dialect, reply), reply, speaks)
  for (const reply of onePerForm(walk.answered)) await holdHead(walk, reply)
  await holdPreflight(walk, speaks)
  await holdMethods(walk)
}

/** Of all answers to a GET that differ in their coin alone, one. */
function onePerForm(answered: readonly Reply[]): readonly Reply[] {
  const asked = answered.filter(({ question }) => question.method === 'GET')
  return [...new Map(asked.map((reply) => [reply.question.headers.accept, reply])).values()]
}

function holdHeaders(judge: Judge, { headers, question }: Reply, speaks: Speaks): void {
  const varies = [
    'accept',
    speaks('specification') && 'x-currency',
    speaks('json-payment-protocol-2') && 'x-paypro-version',
  ]
  const wanted = varies.filter((name) => typeof name === 'string')
  if (question.method === 'GET') {
    const vary = {
      check: 'Vary',
      expected: wanted.join(', '),
      source: 'RFC 9110 12.5.5: one URL, many answers',
    }
    judge.hold(lists(headers.vary, wanted), warning(vary), headers.vary)
  }
  const store = { check: 'Cache-Control', expected: 'no-store', source: 'RFC 9111: prices expire' }
  judge.hold(lists(headers['cache-control'], ['no-store']), warning(store), headers['cache-control'])
  const { 'access-control-allow-origin': origin, 'access-control-expose-headers': exposed } = headers
  const open = { check: 'Access-Control-Allow-Origin', expected: '*', source: pages }
  judge.hold(origin === '*', warning(open), origin)
  const seen = {
    check: 'Access-Control-Expose-Headers',
    expected: signatureHeaders.join(', '),
    source: pages,
  }
  if (headers.digest !== undefined) judge.hold(lists(exposed, signatureHeaders), warning(seen), exposed)
}

const warning = (rule: Rule): Rule => ({ ...rule, severity: 'warning' })

/** Does a header's list hold all of them, or everything? */
function lists(header: string | undefined, names: readonly string[]): boolean {
  const listed = (header ?? '').split(',').map((name) => name.trim().toLowerCase())
  return listed.includes('*') || names.every((name) => listed.includes(name))
}

async function holdHead({ ask, findings }: Walk, { question, status, type }: Reply): Promise<void> {
  const reply = await ask({ ...question, method: 'HEAD' })
  const rule = { check: 'HEAD', expected: `${status} ${type}, as GET`, source: 'RFC 9110 9.3.2' }
  const right = reply.status === status && reply.type === type
  findings.judge(dialect, reply).hold(right, warning(rule), `${reply.status} ${reply.type}`)
}

async function holdPreflight({ ask, url, findings }: Walk, speaks: Speaks): Promise<void> {
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
    lists(methods, ['get', 'post']) &&
    lists(allowed, names)
  const rule = {
    check: 'OPTIONS',
    expected: `204, Access-Control-Allow-Origin *, the methods GET and POST, the headers ${names.join(', ')}`,
    source: pages,
  }
  const got = `${reply.status}, ${reply.headers['access-control-allow-origin']}, ${methods}, ${allowed}`
  findings.judge(dialect, reply).hold(right, warning(rule), got)
}

async function holdMethods(walk: Walk): Promise<void> {
  await holdMethod(walk, { method: 'PUT', url: walk.url, headers: {} }, 'get')
}

async function holdMethod({ ask, findings }: Walk, question: Question, allowed: string): Promise<void> {
  const reply = await ask(question)
  const { allow } = reply.headers
  const rule = {
    check: `method ${question.method}`,
    expected: `405, with ${allowed.toUpperCase()} in Allow`,
    source: 'RFC 9110 15.5.6',
  }
  const right = reply.status === 405 && lists(allow, [allowed])
  findings.judge(dialect, reply).hold(right, warning(rule), `${summary(reply)}, Allow: ${allow}`)
}
