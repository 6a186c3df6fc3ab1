import type { FastifyPluginCallback } from 'fastify'
import { Refused } from '../../kernel/refused.ts'
import { answering } from '../pages/answering.ts'
import { pageOptions } from '../pages/route-options.ts'
import { signedOf } from '../pages/signed.ts'
import type { HouseParts } from '../pages/viewing.ts'
import { operatorPage, operatorPath } from './operator-page.ts'
import type { Report } from './report.ts'

export interface OperatorParts extends HouseParts {
  readonly report: () => Promise<Report>
}

/** `GET /dashboard/operator`: how the service stands. Who is no operator finds nothing there. */
export function operatorRoutes(parts: OperatorParts): FastifyPluginCallback {
  const answers = answering(parts)
  return (scope, _options, done) => {
    answers.prepare(scope)
    scope.get(operatorPath, pageOptions('How the service stands'), async (request, reply) => {
      const host = await parts.account(signedOf(request).accountId)
      if (!host.operator) throw new Refused('not_found')
      const page = operatorPage(answers.sceneOf(request), host, await parts.report())
      return answers.page(request, reply, page)
    })
    done()
  }
}
