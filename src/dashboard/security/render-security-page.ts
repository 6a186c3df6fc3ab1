import type { FastifyRequest } from 'fastify'
import type { Credentials } from '../../sessions/credentials.ts'
import type { Passkeys } from '../../sessions/passkeys.ts'
import type { SecondFactor } from '../../sessions/second-factor.ts'
import { cleanUserAgent, formatDeviceName } from '../../sessions/session.ts'
import { type FormState, getFormState } from '../pages/form.ts'
import type { CurrentAccount } from '../pages/page-context.ts'
import type { PageResponder, PageResponderDependencies } from '../pages/page-responder.ts'
import { requireSignedIn } from '../pages/signed-in.ts'
import { renderSecurityPage, securityActions } from './security-page.ts'

export interface SecurityPageDependencies extends PageResponderDependencies {
  readonly loadAccount: (accountId: number) => Promise<Credentials & CurrentAccount>
  readonly factor: SecondFactor
  readonly passkeys: Passkeys
}

/** Renders the security page for a request. */
export function createSecurityRenderer(
  { loadAccount, factor, passkeys }: SecurityPageDependencies,
  { createContext }: PageResponder,
) {
  return async (request: FastifyRequest, formState: FormState): Promise<string> => {
    const user = requireSignedIn(request)
    const [currentAccount, list, requiresPassword] = await Promise.all([
      loadAccount(user.accountId),
      passkeys.list(user.accountId),
      factor.requiresPassword(user),
    ])
    const { done } = (request.query ?? {}) as { done?: unknown }
    const { name } = getFormState(formState, 'passkey').values
    return renderSecurityPage(createContext(request), currentAccount, {
      formState,
      hasTwoFactor: currentAccount.hasTwoFactor,
      passkeys: {
        list,
        canAdd: passkeys.isAvailable,
        requiresPassword,
        name: name ?? formatDeviceName(cleanUserAgent(request.headers['user-agent'])),
      },
      completedAction: securityActions.find((each) => each === done) ?? null,
    })
  }
}
