import type { ConformanceRun } from './conformance-run.ts'
import { describeResponse } from './probe-client.ts'

const browserAccept = 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8'

/** Browsers may cache these permanently. A wallet opened later in the same browser would never query the server again. */
const permanentRedirects = [301, 308]

/** Checks that a person who opens the URL sees a page. */
export async function checkPage({ send, url, findings }: ConformanceRun): Promise<void> {
  for (const headers of [{}, { accept: browserAccept }]) {
    const response = await send({ method: 'GET', url, headers })
    const { status, type } = response
    const { location = '' } = response.headers
    const isRedirect = status >= 300 && status < 400 && URL.canParse(location, url.href) && location !== ''
    const passed =
      (status === 200 && type === 'text/html') || (isRedirect && !permanentRedirects.includes(status))
    const rule = {
      check: 'accept' in headers ? 'browser' : 'no Accept',
      expected: 'a page: 200 text/html, or a 303 redirect to one',
      source: 'BIP73',
    }
    findings.createChecker('page', response).check(passed, rule, describeResponse(response))
  }
}
