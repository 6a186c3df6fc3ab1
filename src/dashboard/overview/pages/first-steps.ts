import { type Html, html } from '../../../platform/web/html.ts'
import { renderCommand } from '../../pages/components.ts'
import { icons } from '../../pages/icons.ts'
import type { PageContext } from '../../pages/page-context.ts'
import { isolateLeftToRight } from '../../pages/translator.ts'
import { buildInvoiceCommand, type SetupStep } from '../first-steps.ts'

export interface SiteInfo {
  /** Public URL of the service. */
  readonly baseUrl: string
  readonly isSandbox: boolean
}

/** The setup steps, each with its status and a link to its page. */
export function renderFirstStepsCard(
  { translator, prefix }: PageContext,
  { currency }: { readonly currency: string },
  steps: readonly SetupStep[],
  { baseUrl, isSandbox }: SiteInfo,
): Html | null {
  if (steps.length === 0) return null
  const { text } = translator
  const next = steps.find(({ isDone }) => !isDone)
  const variable = isolateLeftToRight('TOKEN')
  const renderExplanation = (name: SetupStep['name']): Html => {
    if (name === 'payment' && isSandbox) return html`${text.overview_step_payment_sandbox}`
    return translator.format(`overview_step_${name}_text`, { variable: html`<code>${variable}</code>` })
  }
  const renderItem = ({ name, isDone, isOptional, path }: SetupStep): Html =>
    html`<li class="first-step"${isDone && html` data-done`}${name === next?.name && html` aria-current="step"`}><span class="first-step-icon">${isDone && icons.tick}</span>
<div><h3><span class="visually-hidden">${isDone ? text.overview_done : text.overview_open}</span> <a href="${prefix}${path}">${text[`overview_step_${name}`]}</a>${isOptional && html` <span class="hint">(${text.overview_optional})</span>`}</h3>
${isDone ? null : html`<p>${renderExplanation(name)}</p>`}${!isDone && name === 'token' && renderCommand(buildInvoiceCommand(baseUrl, currency))}</div></li>`
  const counts = {
    done: translator.formatCount(steps.filter(({ isDone }) => isDone).length),
    all: translator.formatCount(steps.length),
  }
  return html`<section class="card wide first-steps" aria-labelledby="first-steps"><div class="headline"><h2 id="first-steps">${text.overview_steps}</h2><p class="hint">${translator.format('overview_steps_done', counts)}</p></div>
<ol class="first-step-list">${steps.map(renderItem)}</ol></section>`
}
