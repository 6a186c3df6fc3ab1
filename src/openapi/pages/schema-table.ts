import { type Html, html, type Part } from '../../platform/web/html.ts'
import { type ApiSchema, getComponentName } from '../description.ts'

/** A table of an object's fields, or the type of any other schema. */
export function renderSchemaTable(schema: ApiSchema): Html {
  const { properties, required = [], anyOf, $ref } = schema
  if ($ref !== undefined) return html`<p>${renderTypeText(schema)}</p>`
  if (anyOf) return html`<p>One of: ${joinParts(anyOf.map(renderTypeText), ', ')}</p>`
  if (!properties) return html`<p>${renderTypeText(schema)}</p>`
  return html`<table class="table">
<thead><tr><th scope="col">Field</th><th scope="col">Type</th><th scope="col">Meaning</th></tr></thead>
<tbody>${Object.entries(properties).map(([name, field]) =>
    renderFieldRow({ name, schema: field, isRequired: required.includes(name) }),
  )}</tbody>
</table>`
}

interface Field {
  readonly name: string
  readonly schema: ApiSchema
  readonly isRequired: boolean
  readonly description?: string | undefined
}

export const renderFieldRow = ({ name, schema, isRequired, description }: Field): Html =>
  html`<tr><th scope="row"><code>${name}</code></th><td data-label="Type">${renderTypeText(schema)}${isRequired ? '' : html` <span class="hint">optional</span>`}</td><td data-label="Meaning">${description ?? getDescription(schema)}</td></tr>`

/** A nullable field has its description inside the union. */
const getDescription = ({ description, anyOf }: ApiSchema): Part =>
  description ?? anyOf?.find((each) => each.description !== undefined)?.description

/** A type in words, with links to named schemas. */
function renderTypeText(schema: ApiSchema): Part {
  const { $ref, anyOf, items, type, additionalProperties } = schema
  if ($ref !== undefined)
    return html`<a href="#schema-${getComponentName($ref)}">${getComponentName($ref)}</a>`
  if ('const' in schema) return html`<code>${JSON.stringify(schema.const)}</code>`
  if (schema.enum)
    return joinParts(
      schema.enum.map((value) => html`<code>${JSON.stringify(value)}</code>`),
      ' or ',
    )
  if (anyOf) return joinParts(anyOf.map(renderTypeText), ' or ')
  if (type === 'array') return html`list of ${renderTypeText(items ?? {})}`
  if (type === 'object' && typeof additionalProperties === 'object')
    return html`object of ${renderTypeText(additionalProperties)}`
  return type ?? 'any value'
}

const joinParts = (parts: readonly Part[], separator: string): Part =>
  parts.flatMap((part, index) => (index === 0 ? [part] : [separator, part]))
