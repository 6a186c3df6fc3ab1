import type { Assets } from '../../platform/web/assets.ts'
import { type Html, html } from '../../platform/web/html.ts'
import { renderBrand, renderPage } from '../../platform/web/page.ts'
import { type ApiDescription, groupRoutes, type Route, type RouteGroup } from '../description.ts'
import type { RecordedExample } from '../examples/example.ts'
import { renderExampleView } from './example-view.ts'
import { renderFieldRow, renderSchemaTable } from './schema-table.ts'

interface ReferencePageData {
  readonly assets: Assets
  /** Path component of the base URL. */
  readonly prefix: string
  readonly examples: Readonly<Record<string, RecordedExample>>
}

/** `/docs`: every route of the API with its fields and a recorded example, and every schema. */
export function renderReferencePage(
  description: ApiDescription,
  { assets, prefix, examples }: ReferencePageData,
): string {
  const groups = groupRoutes(description)
  return renderPage(assets, {
    language: 'en',
    title: 'API reference · Quittance',
    kind: 'dashboard api-reference',
    isDashboard: true,
    body: html`<a class="skip" href="#content">Skip to content</a>
<header class="site-header"><a class="home" href="${prefix}/">${renderBrand(assets)}</a></header>
<div class="api-layout">
<nav class="card contents" aria-label="Routes">${groups.map(renderContents)}<p><a href="#schemas">Schemas</a></p></nav>
<main id="content">
<h1 class="plain-title">API reference</h1>
${renderIntroduction(prefix, description)}
${groups.map((group) => renderGroupSection(group, examples))}
${renderSchemasSection(description)}
</main>
</div>`,
  })
}

const renderIntroduction = (
  prefix: string,
  { info }: ApiDescription,
): Html => html`<p>Version ${info.version}. Authenticate with HTTP Basic: the access token is the user name, the password is empty. Errors have a <code>code</code> for programs and an <code>error</code> for people. The examples were recorded from a running service.</p>
<p>For programs: <a href="${prefix}/openapi.json">OpenAPI</a>, <a href="${prefix}/asyncapi.json">AsyncAPI</a>, <a href="${prefix}/llms.txt">llms.txt</a>.</p>`

const renderContents = ({ name, routes }: RouteGroup): Html =>
  html`<details><summary>${name}</summary><ul>${routes.map((route) => html`<li><a href="#${route.id}"><code>${route.name}</code></a></li>`)}</ul></details>`

const renderGroupSection = (
  { name, note, routes }: RouteGroup,
  examples: ReferencePageData['examples'],
): Html =>
  html`<section><h2 class="section-title">${name}</h2>${note !== undefined && html`<p>${note}</p>`}${routes.map((route) => renderRouteSection(route, examples))}</section>`

function renderRouteSection({ name, id, operation }: Route, examples: ReferencePageData['examples']): Html {
  const { summary, parameters = [], requestBody } = operation
  const example = examples[name]
  return html`<article class="card" id="${id}">
<h3><code>${name}</code></h3>
<p>${summary}. ${describeAccess(operation)}</p>
${
  parameters.length > 0 &&
  html`<h4>Parameters</h4><table class="table"><thead><tr><th scope="col">Name</th><th scope="col">Type</th><th scope="col">Meaning</th></tr></thead><tbody>${parameters.map(
    (parameter) =>
      renderFieldRow({
        name: parameter.name,
        schema: parameter.schema ?? {},
        isRequired: parameter.required === true,
        description: parameter.description,
      }),
  )}</tbody></table>`
}
${requestBody && html`<h4>Body</h4>${renderBodies(requestBody.content)}`}
${Object.entries(operation.responses).map(([status, { content }]) => renderResponseView(status, content))}
${example && renderExampleView(example)}
</article>`
}

function renderResponseView(
  status: string,
  content: Parameters<typeof renderBodies>[0] | undefined,
): Html | null {
  // Every route has the same errors.
  if (status === 'default') return null
  return html`<h4>Response ${status}</h4>${content ? renderBodies(content) : html`<p>No body</p>`}`
}

const renderBodies = (content: NonNullable<ApiDescriptionContent>): Html =>
  html`${Object.entries(content).map(([type, { schema }]) => html`<p class="hint">${type}</p>${schema && renderSchemaTable(schema)}`)}`

type ApiDescriptionContent = Route['operation']['responses'][string]['content']

function describeAccess({
  security = [],
  'x-scopes': scopes,
  'x-permission': permission,
}: Route['operation']): string {
  const isOpen = security.length === 0 || security.some((each) => Object.keys(each).length === 0)
  if (isOpen) return security.length === 0 ? 'Needs no credentials.' : 'Credentials are optional.'
  if (scopes) return `Needs an access token with the scope ${scopes.join(' or ')}.`
  return `Needs an access token${permission ? ` with the permission ${permission}` : ''}.`
}

const renderSchemasSection = ({
  components,
}: ApiDescription): Html => html`<section id="schemas"><h2 class="section-title">Schemas</h2>
${Object.entries(components.schemas).map(([name, schema]) => html`<article class="card" id="schema-${name}"><h3>${name}</h3>${schema.description && html`<p>${schema.description}</p>`}${renderSchemaTable(schema)}</article>`)}</section>`
