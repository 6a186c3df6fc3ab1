import type { FastifyPluginCallback, FastifyReply, FastifyRequest } from 'fastify'
import Type from 'typebox'
import { tryParseLinkId } from '../../account-links/link.ts'
import { ApiError } from '../../kernel/api-error.ts'
import type { InvitationAcceptance } from '../../staff/accept.ts'
import type { SentInvitation, Staff } from '../../staff/staff.ts'
import type { DashboardDependencies } from '../pages/account-view.ts'
import { emptyForm, type FormState } from '../pages/form.ts'
import { createPageResponder } from '../pages/page-responder.ts'
import { defineForm, definePage } from '../pages/route-options.ts'
import { requireActor, requireSignedIn } from '../pages/signed-in.ts'
import { peoplePath } from './people-path.ts'
import type { NewInvitationLink } from './person.ts'
import { renderInvitePage, staffInvitationsPath, staffPath } from './staff-page.ts'

interface StaffRouteDependencies extends DashboardDependencies {
  readonly staff: Staff
  readonly canSendEmail: boolean
  readonly invitations: Pick<InvitationAcceptance, 'canRegister'>
}

const params = { params: Type.Object({ id: Type.String({ description: 'Id of a member or invitation' }) }) }

/** `/dashboard/people/staff`, and the staff forms of the people page. All act on the user's own account, except leaving another one. */
export function createStaffRoutes(dependencies: StaffRouteDependencies): FastifyPluginCallback {
  const { staff, canSendEmail, invitations } = dependencies
  const responder = createPageResponder(dependencies)
  const { replyWithPage, redirect, handleForm, createContext, requireActorWithOrigin } = responder

  async function renderPage(
    request: FastifyRequest,
    formState: FormState,
    newLink: NewInvitationLink | null = null,
  ): Promise<string> {
    const currentAccount = await dependencies.loadAccount(requireSignedIn(request).accountId)
    const canRegister = invitations.canRegister(currentAccount)
    const pageData = { formState, newLink, canSendEmail, canRegister }
    return renderInvitePage(createContext(request), currentAccount, pageData)
  }

  /** Redirects to the people page. A link that can't be emailed is shown instead, once. */
  async function confirmInvitation(
    request: FastifyRequest,
    reply: FastifyReply,
    { email, link }: SentInvitation,
  ): Promise<string | null> {
    if (link === null) return `${peoplePath}?done=staff_invited`
    replyWithPage(request, reply, await renderPage(request, emptyForm, { email, link }))
    return null
  }

  return (scope, _options, done) => {
    responder.prepare(scope)
    scope.get(staffPath, definePage('Shows the form that invites staff'), async (request, reply) =>
      replyWithPage(request, reply, await renderPage(request, emptyForm)),
    )
    scope.post(
      staffPath,
      defineForm('Invites somebody to the staff', ['email', 'role']),
      handleForm({
        preservedFields: ['email', 'role'],
        onSubmit: async (request, reply, { email = '', role = '' }) =>
          confirmInvitation(
            request,
            reply,
            await staff.invite(requireActorWithOrigin(request), { email, role }),
          ),
        rerender: (request, formState) => renderPage(request, formState),
      }),
    )
    scope.post(
      `${staffInvitationsPath}/:id/resend`,
      defineForm('Resends an invitation with a new link', [], params),
      handleForm({
        onSubmit: async (request, reply) =>
          confirmInvitation(
            request,
            reply,
            await staff.resend(requireActorWithOrigin(request), getId(request)),
          ),
        rerender: (request, formState) => renderPage(request, formState),
      }),
    )
    scope.post(
      `${staffInvitationsPath}/:id/revoke`,
      defineForm('Revokes an invitation', [], params),
      async (request, reply) => {
        await staff.revoke(requireActor(request), getId(request))
        return redirect(reply, `${peoplePath}?done=staff_revoked`)
      },
    )
    scope.post(
      `${staffPath}/:id/role`,
      defineForm('Changes the role of a member', ['role'], params),
      async (request, reply) => {
        const { role = '' } = (request.body ?? {}) as { role?: string }
        await staff.changeRole(requireActor(request), getId(request), role)
        return redirect(reply, `${peoplePath}?done=staff_role`)
      },
    )
    scope.post(
      `${staffPath}/:id/end`,
      defineForm('Removes a member, or leaves an account', [], params),
      async (request, reply) => {
        await staff.end(requireActor(request), getId(request))
        return redirect(reply, `${peoplePath}?done=ended`)
      },
    )
    done()
  }
}

/** @throws {ApiError} `staff_not_found` */
function getId({ params }: FastifyRequest): number {
  const id = tryParseLinkId((params as { id: string }).id)
  if (id === null) throw new ApiError('staff_not_found')
  return id
}
