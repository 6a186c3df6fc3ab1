import { type Html, html } from '../../platform/web/html.ts'
import type { RecordedExample } from '../examples/example.ts'

/** Renders a recorded request as a curl command, with its response. */
export const renderExampleView = ({ request, response }: RecordedExample): Html => html`<h4>Example</h4>
<pre class="command" tabindex="0"><code>${formatCurlCommand(request)}</code></pre>
<pre class="command" tabindex="0"><code>${`${response.status} ${response.type}\n${response.body}`.trim()}</code></pre>`

function formatCurlCommand({ method, url, headers, token, body }: RecordedExample['request']): string {
  // The body is a message on the socket, which curl doesn't send.
  if (url.startsWith('ws')) return `${url}\n${body}`
  const parts = [
    `curl ${quoteForShell(url)}`,
    ...(method === 'GET' ? [] : [`-X ${method}`]),
    ...(token ? ['-u "$QUITTANCE_TOKEN:"'] : []),
    ...Object.entries(headers).map(([name, value]) => `-H ${quoteForShell(`${name}: ${value}`)}`),
    ...(body === '' ? [] : [`-d ${quoteForShell(body)}`]),
  ]
  return parts.join(' \\\n  ')
}

/** One word of a POSIX shell: a quote ends the text in quotes, is escaped, and begins it again. */
const quoteForShell = (text: string): string => `'${text.replaceAll("'", "'\\''")}'`
