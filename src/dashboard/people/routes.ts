import type { FastifyPluginCallback, FastifyRequest } from 'fastify'
import Type from 'typebox'
import { type AccountLink, parseLinkId, tryParseLinkId } from '../../account-links/link.ts'
import type { AccountActor, ActorWithOrigin } from '../../audit/entry.ts'
import type { Clock } from '../../kernel/clock.ts'
import type { DashboardDependencies } from '../pages/account-view.ts'
import { emptyForm, type FormState } from '../pages/form.ts'
import { createPageResponder } from '../pages/page-responder.ts'
import { defineForm, definePage } from '../pages/route-options.ts'
import { requireActor, requireSignedIn } from '../pages/signed-in.ts'
import { type PeoplePageData, renderPeoplePage, staffActions } from './people-page.ts'
import { peoplePath } from './people-path.ts'
import type { PeopleReader, StaffReader } from './person.ts'

interface PeopleDependencies extends DashboardDependencies {
  readonly people: PeopleReader & StaffReader
  readonly clock: Clock
  readonly links: {
    create(actor: ActorWithOrigin, email: string): Promise<AccountLink>
    end(actor: AccountActor, id: number): Promise<void>
  }
}

type Query = Partial<Record<'done' | 'link' | 'guests_before' | 'opened_before', unknown>>

const LinkParams = Type.Object({ id: Type.String({ description: 'Id of an account link' }) })

/** `/dashboard/people`: sharing the account with viewers, and viewing shared accounts. */
export function createPeopleRoutes(dependencies: PeopleDependencies): FastifyPluginCallback {
  const { links, people, clock } = dependencies
  const responder = createPageResponder(dependencies)
  const { replyWithPage, redirect, handleForm, createContext, requireActorWithOrigin } = responder

  async function renderPage(request: FastifyRequest, formState: FormState): Promise<string> {
    const { accountId } = requireSignedIn(request)
    const query = (request.query ?? {}) as Query
    const before = {
      viewers: tryParseLinkId(query.guests_before),
      sharedAccounts: tryParseLinkId(query.opened_before),
    }
    const [currentAccount, staff, viewers, sharedAccounts] = await Promise.all([
      dependencies.loadAccount(accountId),
      people.listStaff(accountId, clock.now()),
      people.listViewers(accountId, before.viewers),
      people.listSharedAccounts(accountId, before.sharedAccounts),
    ])
    const completedAction = request.method === 'GET' ? parseCompletedAction(query) : null
    const pageData = { formState, staff, viewers, sharedAccounts, before, completedAction }
    return renderPeoplePage(createContext(request), currentAccount, pageData)
  }

  return (scope, _options, done) => {
    responder.prepare(scope)
    scope.get(
      peoplePath,
      definePage('Lists viewers of the account and accounts shared with it'),
      async (request, reply) => replyWithPage(request, reply, await renderPage(request, emptyForm)),
    )
    scope.post(
      peoplePath,
      defineForm('Grants view access to the account', ['email']),
      handleForm({
        onSubmit: async (request, _reply, { email = '' }) => {
          const { id } = await links.create(requireActorWithOrigin(request), email)
          return `${peoplePath}?done=granted&link=${id}`
        },
        rerender: renderPage,
      }),
    )
    scope.post(
      `${peoplePath}/:id/end`,
      defineForm('Removes an account link, from either side', [], { params: LinkParams }),
      async (request, reply) => {
        const { id } = request.params as { id: string }
        await links.end(requireActor(request), parseLinkId(id))
        return redirect(reply, `${peoplePath}?done=ended`)
      },
    )
    done()
  }
}

function parseCompletedAction({ done, link }: Query): PeoplePageData['completedAction'] {
  if (done === 'ended') return 'ended'
  const staffAction = staffActions.find((each) => each === done)
  if (staffAction) return staffAction
  return done === 'granted' ? { granted: tryParseLinkId(link) ?? 0 } : null
}
