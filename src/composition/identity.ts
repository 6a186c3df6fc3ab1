import { setTimeout as sleep } from 'node:timers/promises'
import { createGuestNotifier } from '../account-links/notify-guest.ts'
import { createAccounts } from '../accounts/accounts.ts'
import { serviceActor } from '../audit/entry.ts'
import { composeEmail } from '../dashboard/pages/emails.ts'
import { minute, second } from '../kernel/clock.ts'
import { startPeriodicTask } from '../kernel/periodic-task.ts'
import type { Mailer } from '../platform/mail/mailer.ts'
import { createAttemptLimits } from '../sessions/attempt-limits.ts'
import { createBackgroundWork } from '../sessions/background-work.ts'
import { createCookie } from '../sessions/cookies.ts'
import type { SendEmail } from '../sessions/email.ts'
import { createFactorSecrets } from '../sessions/factor-secrets.ts'
import { createKnownBrowsers } from '../sessions/known-browser.ts'
import { createNotifier } from '../sessions/notifier.ts'
import { createPasskeyChallenges } from '../sessions/passkey-challenges.ts'
import { createPasskeySignIn } from '../sessions/passkey-sign-in.ts'
import { createPasskeys } from '../sessions/passkeys.ts'
import { createPasswords } from '../sessions/passwords.ts'
import { createRegistrations } from '../sessions/registration.ts'
import { createPasswordResets } from '../sessions/reset.ts'
import { createSecondFactor } from '../sessions/second-factor.ts'
import { createSessionFinder } from '../sessions/session-caller.ts'
import { createSessions } from '../sessions/sessions.ts'
import { createSignIn } from '../sessions/sign-in.ts'
import { createVisitorQueue } from '../sessions/visitor-queue.ts'
import { findRelyingParty } from '../sessions/webauthn.ts'
import { createInvitationAcceptance } from '../staff/accept.ts'
import { createInvitationSender } from '../staff/send-invitation.ts'
import { createStaff } from '../staff/staff.ts'
import type { AppContext } from './context.ts'
import { createLinkBuilder } from './email.ts'

/** An email that hangs when the service stops is abandoned. */
const closeTimeoutMs = 3 * second
const pruneIntervalMs = 10 * minute

/** Accounts in the browser: sessions, passwords, two-factor codes, passkeys, registration, and their emails. */
export function createIdentity(context: AppContext, mailer: Mailer | null) {
  const { config, transact, read, clock, logFailure, serverKey } = context
  const { baseUrl } = config
  const background = createBackgroundWork({
    clock,
    onError: logFailure('background work'),
    onDropped: (count) =>
      context.log.warn('too much background work: emails were dropped; check the mail server', { count }),
  })
  const { runInBackground, runForVisitor } = background
  const createSendEmail = (run: typeof runInBackground): SendEmail | null =>
    mailer && ((email) => run(() => mailer.send(email)))
  const sendEmail = createSendEmail(runInBackground)
  const linkTo = createLinkBuilder(baseUrl)
  const attemptLimits = createAttemptLimits(transact, clock)
  const emailDependencies = {
    read,
    clock,
    runInBackground,
    linkTo,
    compose: composeEmail,
    sendEmail,
    attemptLimits,
  }
  const notifyOwner = createNotifier(emailDependencies)
  /** For emails to people who have no account yet, or who didn't ask for them. */
  const strangerDependencies = {
    ...emailDependencies,
    runInBackground: runForVisitor,
    sendEmail: createSendEmail(runForVisitor),
  }
  const notifyGuest = createGuestNotifier(strangerDependencies)
  const common = { ...emailDependencies, transact, notifyOwner, queue: createVisitorQueue() }

  const sessions = createSessions({ ...common, timeouts: config.sessions })
  const browsers = createKnownBrowsers(serverKey)
  const passwords = createPasswords({ ...common, sessions, browsers })
  const factor = createSecondFactor({
    ...common,
    sessions,
    passwords,
    secrets: createFactorSecrets(serverKey),
  })
  const passkeyDependencies = {
    ...common,
    relyingParty: findRelyingParty(baseUrl),
    challenges: createPasskeyChallenges(serverKey, clock),
    passwords,
    factor,
    browsers,
    serverKey,
  }
  const passkeys = createPasskeys(passkeyDependencies)
  const passkeySignIn = createPasskeySignIn(passkeyDependencies)
  const signIn = createSignIn({ ...common, sessions, passwords, factor, passkeys: passkeySignIn, browsers })
  const registration = createRegistrations({
    ...common,
    ...strangerDependencies,
    create: (stores, account) =>
      createAccounts((work) => work(stores), { chain: config.chain, clock, actor: serviceActor }).create(
        account,
      ),
    mode: config.registration,
    signIn,
  })
  const sendInvitation = createInvitationSender(strangerDependencies)
  const staff = createStaff({ ...common, sendInvitation })
  const invitations = createInvitationAcceptance({ ...common, registration, mode: config.registration })
  const reset = createPasswordResets({ ...common, passwords, signIn })
  const prune = async () => {
    await sessions.prune()
    await attemptLimits.prune()
    await transact(({ tickets }) => tickets.prune(clock.now()))
    await staff.prune()
  }
  const pruneTask = startPeriodicTask(pruneIntervalMs, prune, logFailure('pruning sessions'))
  const isSecure = baseUrl.startsWith('https:')
  const cookies = {
    session: createCookie('session', isSecure),
    /** For a sign-in that still needs a code, or a registration whose link has not been opened. */
    pendingStep: createCookie('step', isSecure),
    /** Marks a browser that has signed in before. Signing out does not clear it, and it grants no access. */
    knownBrowser: createCookie('known', isSecure),
  }
  return {
    sessions,
    passwords,
    factor,
    passkeys,
    signIn,
    registration,
    reset,
    staff,
    invitations,
    cookies,
    canSendEmail: sendEmail !== null,
    findSession: createSessionFinder(sessions, cookies.session),
    notifyOwner,
    notifyGuest,
    linkTo,
    attemptLimits,
    stop,
  }

  async function stop(): Promise<void> {
    await pruneTask.stop()
    const timeoutAbort = new AbortController()
    const timeout = sleep(closeTimeoutMs, undefined, timeoutAbort).catch(() => {})
    await Promise.race([background.waitUntilSettled(), timeout])
    timeoutAbort.abort()
  }
}

export type Identity = ReturnType<typeof createIdentity>
