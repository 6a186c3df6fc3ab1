import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { ActorWithOrigin } from '../../audit/entry.ts'
import { ApiError } from '../../kernel/api-error.ts'
import { toResponseError } from '../../platform/http/errors.ts'
import { getAddressKey } from '../../platform/http/rate-limits.ts'
import type { Assets } from '../../platform/web/assets.ts'
import { readForms } from '../../platform/web/form-body.ts'
import { chooseLanguage, type Language, languages } from '../../platform/web/language.ts'
import { requireSameOrigin } from '../../platform/web/same-origin.ts'
import { sendPage } from '../../platform/web/send.ts'
import type { Cookie } from '../../sessions/cookies.ts'
import { cleanUserAgent, type Visitor } from '../../sessions/session.ts'
import { getErrorMessage } from './error-messages.ts'
import { renderErrorPage, renderExpiredLinkPage } from './error-pages.ts'
import type { FormState } from './form.ts'
import type { PageContext } from './page-context.ts'
import { type ListRoles, requireAccess, requireActor } from './signed-in.ts'
import { getTranslator } from './translator.ts'

export interface PageResponderDependencies {
  readonly assets: Assets
  readonly baseUrl: string
  /** Path component of the base URL. */
  readonly prefix: string
  readonly listRoles: ListRoles
  readonly cookies: { readonly session: Cookie; readonly pendingStep: Cookie; readonly knownBrowser: Cookie }
}

export type FormBody = Readonly<Record<string, string>>

/** A form's action, and its page after a rejection. */
interface FormHandler {
  /** Runs the action. Returns the path to redirect to, or null if it has sent a page. @throws {ApiError} */
  readonly onSubmit: (request: FastifyRequest, reply: FastifyReply, body: FormBody) => Promise<string | null>
  /** Renders the page with the form again, with the input and the error. */
  readonly rerender: (request: FastifyRequest, formState: FormState, body: FormBody) => Promise<string>
  /** Name of the form, on a page with several. */
  readonly form?: string
  /** Fields to fill in again after a rejection. Never include secrets. */
  readonly preservedFields?: readonly string[]
}

/** Errors that the form's input can't fix: they get a full page. */
const fullPageErrorCodes: readonly string[] = [
  'ticket_over',
  'session_needed',
  'registration_closed',
  'session_not_found',
  'passkey_not_found',
  'link_not_found',
  'staff_not_found',
  'webhook_not_found',
  'exception_not_found',
]

/** Errors where submitting the same form again may succeed soon. */
const retryableErrorCodes: readonly string[] = ['rates_unavailable']

const isFormError = ({ status, code }: ApiError): boolean =>
  (status < 500 || retryableErrorCodes.includes(code)) && !fullPageErrorCodes.includes(code)

const languageCookieSeconds = 31_536_000

/** Longer than any query of our pages. Language links drop a longer query. */
const maxQueryLength = 4_096
const hsts = 'max-age=31536000'

export type PageResponder = ReturnType<typeof createPageResponder>

/** Responds with pages, redirects and forms. Responses aren't cached, and only our own site receives the page's URL as a referrer. */
export function createPageResponder(dependencies: PageResponderDependencies) {
  const { baseUrl, prefix, cookies } = dependencies
  return {
    prepare,
    replyWithPage,
    redirect,
    handleForm,
    createContext,
    getVisitor,
    requireActorWithOrigin,
  }

  /** Sets up a scope: parses form bodies, rejects forms from other sites, and responds to errors with pages. */
  function prepare(scope: FastifyInstance): void {
    scope.setErrorHandler(sendErrorPage)
    readForms(scope)
    scope.addHook('preParsing', async (request) => {
      if (request.method === 'POST') requireSameOrigin(request, baseUrl)
      await requireAccess(request, dependencies.listRoles)
    })
    scope.addHook('onSend', async (request, reply) => {
      reply.header('cache-control', 'no-store').header('referrer-policy', 'same-origin')
      const isSecure = baseUrl.startsWith('https:')
      if (isSecure) reply.header('strict-transport-security', hsts)
      const chosen = getChosenLanguage(request)
      if (chosen) reply.header('set-cookie', formatLanguageCookie(chosen, isSecure))
    })
  }

  function replyWithPage(request: FastifyRequest, reply: FastifyReply, page: string, status = 200) {
    return sendPage(request, reply, page, { status })
  }

  /** Redirects within the service. */
  function redirect(reply: FastifyReply, path: string): FastifyReply {
    return reply.redirect(`${prefix}${path}`, 303)
  }

  function handleForm({ onSubmit, rerender, form: formName, preservedFields = ['email'] }: FormHandler) {
    return async (request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> => {
      const body = (request.body ?? {}) as FormBody
      try {
        const path = await onSubmit(request, reply, body)
        return path === null ? reply : redirect(reply, path)
      } catch (error) {
        if (!(error instanceof ApiError) || !isFormError(error)) throw error
        const message = getErrorMessage(createContext(request).translator, error, baseUrl)
        const { code, members } = error
        const values = pickFields(body, preservedFields)
        const formState = { values, error: message, form: formName ?? null, code, reason: members.reason }
        if (error.retryAfter !== undefined) reply.header('retry-after', error.retryAfter)
        return replyWithPage(request, reply, await rerender(request, formState, body), getStatus(error))
      }
    }
  }

  function createContext(request: FastifyRequest): PageContext {
    const { headers } = request
    const language = chooseLanguage(
      headers['accept-language'],
      getChosenLanguage(request) ?? getStoredLanguage(headers),
    )
    const [path = '', search = ''] = getReloadUrl(request).split('?', 2)
    // Not decoded: invalid escapes cost 25 µs each, and a request line holds thousands.
    const query =
      search.length > maxQueryLength ? [] : search.split('&').filter((part) => !/^(lang=|$)/.test(part))
    const buildLanguageUrl = (each: Language): string =>
      `${prefix}${path}?${[...query, `lang=${each}`].join('&')}`
    return { translator: getTranslator(language), assets: dependencies.assets, prefix, buildLanguageUrl }
  }

  /**
   * URL where the page can be loaded again. For a rejected form, that is the page that contained it. A request line may name another host:
   * `GET http://other.example/login`.
   */
  function getReloadUrl({ method, url, headers }: FastifyRequest): string {
    const { referer = '' } = headers
    const isOwn = referer.startsWith(`${baseUrl}/`)
    const path = method === 'GET' ? url : isOwn ? referer.slice(baseUrl.length) : '/'
    return path.startsWith('/') && !path.startsWith('//') ? path : '/'
  }

  function getVisitor(request: FastifyRequest): Visitor {
    return {
      address: getAddressKey(request.ip),
      device: cleanUserAgent(request.headers['user-agent']),
      language: createContext(request).translator.language,
      cookie: cookies.session.read(request.headers.cookie),
      knownBrowser: cookies.knownBrowser.read(request.headers.cookie),
    }
  }

  /** The signed-in user as the actor of a change that the owner is notified about. */
  function requireActorWithOrigin(request: FastifyRequest): ActorWithOrigin {
    return { ...requireActor(request), origin: getVisitor(request) }
  }

  /** Redirects visitors who aren't signed in to the sign-in page, which redirects back after sign-in. */
  async function sendErrorPage(error: Error, request: FastifyRequest, reply: FastifyReply) {
    const apiError = toResponseError(error, request)
    if (apiError.code === 'session_needed') {
      const next = request.method === 'GET' ? `?next=${encodeURIComponent(request.url)}` : ''
      return redirect(reply, `/login${next}`)
    }
    if (apiError.retryAfter !== undefined) reply.header('retry-after', apiError.retryAfter)
    const context = createContext(request)
    const page =
      apiError.code === 'ticket_over'
        ? renderExpiredLinkPage(context)
        : renderErrorPage(
            context,
            getErrorMessage(context.translator, apiError, baseUrl),
            apiError.status === 404,
          )
    return replyWithPage(request, reply, page, apiError.status)
  }
}

/**
 * Codes that a form reports as input errors. The form's URL exists, so an unknown account is a field error. An idempotency key comes from
 * our form, not from a header.
 */
const inputErrorCodes: readonly string[] = [
  'account_not_found',
  'idempotency_mismatch',
  'idempotency_conflict',
]

/** Returns 400 for conflicts too: the form reports them like any other input error. */
const getStatus = ({ code, status }: ApiError): number =>
  status === 409 || inputErrorCodes.includes(code) ? 400 : status

const pickFields = (body: FormBody, names: readonly string[]): FormBody =>
  Object.fromEntries(Object.entries(body).filter(([name]) => names.includes(name)))

function getChosenLanguage({ query }: FastifyRequest): Language | undefined {
  const { lang } = (query ?? {}) as { lang?: unknown }
  return languages.find((language) => language === lang)
}

const formatLanguageCookie = (language: Language, isSecure: boolean): string =>
  `lang=${language}; Path=/; Max-Age=${languageCookieSeconds}; SameSite=Lax${isSecure ? '; Secure' : ''}`

function getStoredLanguage({ cookie = '' }: FastifyRequest['headers']): string | undefined {
  return /(?:^|; *)lang=([a-z]{2})(?:;|$)/.exec(cookie)?.[1]
}
