import type { ConformanceRun } from './conformance-run.ts'
import { describeResponse } from './probe-client.ts'

const browsers = 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8'

/** Browsers may cache these permanently. A later wallet in the same browser would never ask the server again. */
const permanent = [301, 308]

/** Checks that a person who opens the URL sees a page. */
export async function checkPage({ ask, url, findings }: ConformanceRun): Promise<void> {
  for (const headers of [{}, { accept: browsers }]) {
    const reply = await ask({ method: 'GET', url, headers })
    const { status, type } = reply
    const { location = '' } = reply.headers
    const leads = status >= 300 && status < 400 && URL.canParse(location, url.href) && location !== ''
    const right = (status === 200 && type === 'text/html') || (leads && !permanent.includes(status))
    const rule = {
      check: 'accept' in headers ? 'browser' : 'no Accept',
      expected: 'a page: 200 text/html, or a 303 redirect to one',
      source: 'BIP73',
    }
    findings.judge('page', reply).check(right, rule, describeResponse(reply))
  }
}
