import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { Refused } from '../../kernel/refused.ts'
import { toRefused } from '../../platform/http/errors.ts'
import { addressClass } from '../../platform/http/rate-limits.ts'
import { sendPage } from '../../platform/web/answers.ts'
import type { Assets } from '../../platform/web/assets.ts'
import { readForms } from '../../platform/web/form-body.ts'
import { chooseLanguage, type Language, languages } from '../../platform/web/language.ts'
import { requireOwnOrigin } from '../../platform/web/own-site.ts'
import type { Cookie } from '../../sessions/cookies.ts'
import { deviceOf, type Visitor } from '../../sessions/session.ts'
import { failedPage, overPage } from './failures.ts'
import type { Filled } from './form.ts'
import type { Scene } from './scene.ts'
import { sentenceOf } from './sentences.ts'
import { requireVisible } from './signed.ts'
import { wordsOf } from './words.ts'

export interface AnsweringParts {
  readonly assets: Assets
  readonly baseUrl: string
  /** Path of the service's own address. */
  readonly prefix: string
  readonly cookies: { readonly session: Cookie; readonly step: Cookie; readonly known: Cookie }
}

export type FormBody = Readonly<Record<string, string>>

/** A form as a route answers it: what it does, and how it looks when it is not taken. */
export interface FormAnswer {
  /** Does it; where to go then. @throws {Refused} */
  readonly act: (request: FastifyRequest, reply: FastifyReply, body: FormBody) => Promise<string>
  /** The page with the form again, with what was typed and why it was not taken. */
  readonly again: (request: FastifyRequest, filled: Filled, body: FormBody) => Promise<string>
  /** The name of the form, on a page with several. */
  readonly form?: string
  /** The fields that stand in the form again. Never one that is meant to be seen by nobody. */
  readonly keeps?: readonly string[]
}

/** Refusals that are no matter of what stands in the form: they have a page of their own. */
const beyondForms: readonly string[] = [
  'ticket_over',
  'registration_closed',
  'session_not_found',
  'link_not_found',
  'webhook_not_found',
]

/** The same form may be taken in a moment. */
const passing: readonly string[] = ['rates_unavailable']

const isOfForm = ({ status, code }: Refused): boolean =>
  (status < 500 || passing.includes(code)) && !beyondForms.includes(code)

const languageSeconds = 31_536_000
const hsts = 'max-age=31536000'

export type Answering = ReturnType<typeof answering>

/** How pages with forms are answered. Nothing of them is kept, and they tell their own site alone where a form stood. */
export function answering(parts: AnsweringParts) {
  const { baseUrl, prefix, cookies } = parts
  return { prepare, page, go, form, sceneOf, visitorOf }

  /** Rules for every route of a scope: forms as browsers send them, from our own pages; failures as pages. */
  function prepare(scope: FastifyInstance): void {
    scope.setErrorHandler(answerFailure)
    readForms(scope)
    scope.addHook('preParsing', async (request) => {
      if (request.method === 'POST') requireOwnOrigin(request, baseUrl)
      requireVisible(request)
    })
    scope.addHook('onSend', async (request, reply) => {
      reply.header('cache-control', 'no-store').header('referrer-policy', 'same-origin')
      if (baseUrl.startsWith('https:')) reply.header('strict-transport-security', hsts)
      const chosen = chosenLanguage(request)
      if (chosen)
        reply.header('set-cookie', `lang=${chosen}; Path=/; Max-Age=${languageSeconds}; SameSite=Lax`)
    })
  }

  function page(request: FastifyRequest, reply: FastifyReply, text: string, status = 200) {
    return sendPage(request, reply, text, { status })
  }

  /** Somewhere else of ours. */
  function go(reply: FastifyReply, path: string): FastifyReply {
    return reply.redirect(`${prefix}${path}`, 303)
  }

  function form({ act, again, form = '', keeps = ['email'] }: FormAnswer) {
    return async (request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> => {
      const body = (request.body ?? {}) as FormBody
      try {
        return go(reply, await act(request, reply, body))
      } catch (error) {
        if (!(error instanceof Refused) || !isOfForm(error)) throw error
        const sentence = sentenceOf(sceneOf(request).words, error, baseUrl)
        const { code } = error
        const values = valuesOf(body, keeps)
        const filled = { values, error: sentence, form: form === '' ? null : form, code }
        if (error.retryAfter !== undefined) reply.header('retry-after', error.retryAfter)
        return page(request, reply, await again(request, filled, body), statusOf(error))
      }
    }
  }

  function sceneOf(request: FastifyRequest): Scene {
    const { headers } = request
    const language = chooseLanguage(
      headers['accept-language'],
      chosenLanguage(request) ?? keptLanguage(headers),
    )
    const [path = '', search = ''] = shownAt(request).split('?', 2)
    const inLanguage = (each: Language): string => {
      const query = new URLSearchParams(search)
      query.set('lang', each)
      return `${prefix}${path}?${query}`
    }
    return { words: wordsOf(language), assets: parts.assets, prefix, inLanguage }
  }

  /** Where the page can be read again: behind a form that was not taken, the page where it stood. */
  function shownAt({ method, url, headers }: FastifyRequest): string {
    if (method === 'GET') return url
    const { referer = '' } = headers
    return referer.startsWith(`${baseUrl}/`) ? referer.slice(baseUrl.length) : '/'
  }

  function visitorOf(request: FastifyRequest): Visitor {
    return {
      address: addressClass(request.ip),
      device: deviceOf(request.headers['user-agent']),
      language: sceneOf(request).words.language,
      cookie: cookies.session.read(request.headers.cookie),
      known: cookies.known.read(request.headers.cookie),
    }
  }

  /** Who is not signed in is shown where that is done, and comes back from there. */
  async function answerFailure(error: Error, request: FastifyRequest, reply: FastifyReply) {
    const refused = toRefused(error)
    if (refused.code === 'session_needed') {
      const next = request.method === 'GET' ? `?next=${encodeURIComponent(request.url)}` : ''
      return go(reply, `/login${next}`)
    }
    if (refused.status >= 500 && refused !== error) request.log.error({ err: error }, 'request failed')
    if (refused.retryAfter !== undefined) reply.header('retry-after', refused.retryAfter)
    const scene = sceneOf(request)
    const text =
      refused.code === 'ticket_over'
        ? overPage(scene)
        : failedPage(scene, sentenceOf(scene.words, refused, baseUrl), refused.status === 404)
    return page(request, reply, text, refused.status)
  }
}

/** That a field names nobody is a mistake in the form; the form's own address is there. Nor is a key of ours that was used before a header's. */
const mistakes: readonly string[] = ['account_not_found', 'idempotency_mismatch', 'idempotency_conflict']

/** What stands against it is told with the form, as any other mistake in it. */
const statusOf = ({ code, status }: Refused): number =>
  status === 409 || mistakes.includes(code) ? 400 : status

const valuesOf = (body: FormBody, names: readonly string[]): FormBody =>
  Object.fromEntries(Object.entries(body).filter(([name]) => names.includes(name)))

function chosenLanguage({ query }: FastifyRequest): Language | undefined {
  const { lang } = (query ?? {}) as { lang?: unknown }
  return languages.find((language) => language === lang)
}

function keptLanguage({ cookie = '' }: FastifyRequest['headers']): string | undefined {
  return /(?:^|; *)lang=([a-z]{2})(?:;|$)/.exec(cookie)?.[1]
}
