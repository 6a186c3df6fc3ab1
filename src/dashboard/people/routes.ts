import type { FastifyPluginCallback, FastifyRequest } from 'fastify'
import Type from 'typebox'
import { type AccountLink, linkIdOf } from '../../account-links/link.ts'
import type { Acting, ActingFrom } from '../../audit/entry.ts'
import { answering } from '../pages/answering.ts'
import { empty, type Filled } from '../pages/form.ts'
import { formOptions, pageOptions } from '../pages/route-options.ts'
import { actingOf, signedOf } from '../pages/signed.ts'
import type { HouseParts } from '../pages/viewing.ts'
import { type PeopleScene, peoplePage, peoplePath } from './people-page.ts'
import { type People, placeIn } from './person.ts'

export interface PeopleParts extends HouseParts {
  readonly people: People
  readonly links: {
    create(by: ActingFrom, email: string): Promise<AccountLink>
    end(by: Acting, id: number): Promise<void>
  }
}

type Query = Partial<Record<'done' | 'link' | 'guests_before' | 'opened_before', unknown>>

const LinkParams = Type.Object({ id: Type.String({ description: 'Id of an account link' }) })

/** `/dashboard/people`: letting others look at the account, and looking at theirs. */
export function peopleRoutes(parts: PeopleParts): FastifyPluginCallback {
  const { links, people } = parts
  const answers = answering(parts)
  const { page, go, form, sceneOf, visitorOf } = answers

  async function draw(request: FastifyRequest, filled: Filled): Promise<string> {
    const { accountId } = signedOf(request)
    const query = (request.query ?? {}) as Query
    const before = { guests: placeIn(query.guests_before), opened: placeIn(query.opened_before) }
    const [host, guests, opened] = await Promise.all([
      parts.account(accountId),
      people.guests(accountId, before.guests),
      people.opened(accountId, before.opened),
    ])
    const shown = { filled, guests, opened, before, done: doneIn(query) }
    return peoplePage(sceneOf(request), host, shown)
  }

  return (scope, _options, done) => {
    answers.prepare(scope)
    scope.get(peoplePath, pageOptions('Who sees the account, and whose it sees'), async (request, reply) =>
      page(request, reply, await draw(request, empty)),
    )
    scope.post(
      peoplePath,
      formOptions('Lets somebody look at the account', ['email']),
      form({
        act: async (request, _reply, { email = '' }) => {
          const { id } = await links.create({ ...actingOf(request), from: visitorOf(request) }, email)
          return `${peoplePath}?done=granted&link=${id}`
        },
        again: draw,
      }),
    )
    scope.post(
      `${peoplePath}/:id/end`,
      formOptions('Ends a link, from either side', [], { params: LinkParams }),
      async (request, reply) => {
        const { id } = request.params as { id: string }
        await links.end(actingOf(request), linkIdOf(id))
        return go(reply, `${peoplePath}?done=ended`)
      },
    )
    done()
  }
}

function doneIn({ done, link }: Query): PeopleScene['done'] {
  if (done === 'ended') return 'ended'
  return done === 'granted' ? { granted: placeIn(link) ?? 0 } : null
}
