import type { SchemaDialect } from '../migration.ts'

/** Prefixes of the stored English sentences, and the codes that replace them. */
const codes: readonly (readonly [begin: string, code: string])[] = [
  ['no answer within', 'timeout'],
  ['the connection was refused', 'connection_refused'],
  ['the connection was cut', 'connection_closed'],
  ['the connection was closed without', 'connection_closed'],
  ['the connection was closed during the TLS', 'tls_failed'],
  ['the TLS handshake', 'tls_failed'],
  ['the connection was closed', 'unreachable'],
  ['no connection within', 'unreachable'],
  ['the network does not lead', 'unreachable'],
  ['its name is not known', 'host_not_found'],
  ['its name leads to no', 'host_not_found'],
  ['its name cannot be looked up', 'dns_failed'],
  ['it is not called: its name leads', 'private_address'],
  ['it is not called: the connection', 'private_address'],
  ['it is not called', 'url_not_allowed'],
  ['the answer is no HTTP', 'invalid_response'],
  ['it was cut off', 'interrupted'],
  ['the service was stopped', 'interrupted'],
  ['the endpoint was removed', 'endpoint_removed'],
]

/** Replaces stored error sentences with codes. Attempts with an HTTP status have no code. */
export const webhookErrorCodes = ({ kind, text }: SchemaDialect): readonly string[] => {
  const position = kind === 'postgres' ? 'strpos' : 'instr'
  return [
    `alter table webhook_attempts add column error_detail ${text}`,
    `update webhook_attempts set
      error_detail = case when status is null and error like '%(%)' and error not like 'it is not called%'
        then rtrim(substr(error, ${position}(error, '(') + 1), ')') end,
      error = case when status is not null then null
        ${codes.map(([begin, code]) => `when error like '${begin}%' then '${code}'`).join('\n        ')}
        else 'send_failed' end
      where error is not null`,
    `update webhook_endpoints set disabled_reason = case
        when disabled_reason like 'It failed%' then 'failing'
        when disabled_reason like 'It answered 410%' then 'gone'
        else 'by_hand' end
      where disabled_reason is not null`,
  ]
}
