import type { FastifyPluginCallback, FastifyRequest } from 'fastify'
import type { Passwords } from '../../sessions/passwords.ts'
import { answering } from '../pages/answering.ts'
import type { Filled } from '../pages/form.ts'
import { formOptions } from '../pages/route-options.ts'
import { actingOf, signedOf } from '../pages/signed.ts'
import { drawings, endpointParams, idOf, secretOf, type WebhookPageParts } from './draw-page.ts'
import { webhooksPath } from './endpoint-parts-page.ts'

export interface WebhookSecretParts extends WebhookPageParts {
  readonly passwords: Pick<Passwords, 'confirm'>
}

/** The forms of one secret. */
interface Forms {
  readonly path: string
  /** Null: that of the account. @throws {Refused} `webhook_not_found` */
  readonly endpointOf: (request: FastifyRequest) => Promise<string | null>
  readonly again: (request: FastifyRequest, filled: Filled) => Promise<string>
  readonly more?: object
}

/** What shows and changes the secrets of webhooks, each behind the password. */
export function webhookSecretPages(parts: WebhookSecretParts): FastifyPluginCallback {
  const { endpoints, passwords, shownOnce } = parts
  const answers = answering(parts)
  const draw = drawings(parts, answers)
  return (scope, _options, done) => {
    answers.prepare(scope)
    forms({ path: webhooksPath, endpointOf: async () => null, again: draw.list })
    forms({
      path: `${webhooksPath}/:id`,
      endpointOf: async (request) => (await endpoints.show(signedOf(request).accountId, idOf(request))).id,
      again: (request, filled) => draw.endpoint(request, filled),
      more: endpointParams,
    })
    done()

    function forms({ path, endpointOf, again, more }: Forms): void {
      const options = (summary: string) => formOptions(summary, ['password'], more)
      const form = (act: (request: FastifyRequest, password: string) => Promise<string>) =>
        answers.form({
          form: 'secret',
          keeps: [],
          act: (request, _reply, { password = '' }) => act(request, password),
          again,
        })

      scope.post(
        `${path}/secret`,
        options('Shows a webhook secret'),
        form(async (request, password) => {
          const id = await endpointOf(request)
          await passwords.confirm(signedOf(request), password, answers.visitorOf(request))
          return `${await pageOf(request, id)}#secret`
        }),
      )
      scope.post(
        `${path}/secret/rotate`,
        options('Makes a new webhook secret'),
        form(async (request, password) => {
          const id = await endpointOf(request)
          await passwords.confirm(signedOf(request), password, answers.visitorOf(request))
          const by = { ...actingOf(request), from: answers.visitorOf(request) }
          await (id === null ? endpoints.rotateAccount(by) : endpoints.rotate(by, id))
          return `${await pageOf(request, id)}&done=rotated#secret`
        }),
      )
    }
  }

  /** The page that shows the secret to who is sent there, once. */
  async function pageOf(request: FastifyRequest, id: string | null): Promise<string> {
    const mark = await shownOnce.allow(signedOf(request), secretOf(id))
    return `${webhooksPath}${id === null ? '' : `/${id}`}?shown=${mark}`
  }
}
