import { eventTypes } from '../../events/event.ts'
import type { EndpointSettings } from '../../webhooks/endpoint.ts'

/** Values of the endpoint form, which has no field for `enabled`. */
export type EndpointFormValues = Omit<EndpointSettings, 'enabled'>

const fieldPrefix = 'type '

/** Name of an event type's checkbox. Each type has its own. */
export const getTypeFieldName = (type: string): string => `${fieldPrefix}${type}`

export const emptyEndpointForm: EndpointFormValues = { url: '', description: null, types: [] }

/** Parses a submitted endpoint form. */
export function parseEndpointForm(body: Readonly<Record<string, string>>): EndpointFormValues {
  const { url = '', description = '' } = body
  const fields = Object.keys(body).filter((name) => name.startsWith(fieldPrefix))
  return {
    url: url.trim(),
    description: description.trim() || null,
    types: fields.map((name) => name.slice(fieldPrefix.length)),
  }
}

/** Event types with the same prefix: `invoice`, `payment`, … */
export interface EventTypeGroup {
  readonly eventPrefix: string
  /** Example: `invoice.*` */
  readonly wildcard: string
  readonly types: readonly string[]
}

const getPrefix = (type: string): string => type.split('.', 1)[0] ?? ''

/** Groups all event types, and selected patterns that only the API offers, such as `webhook.endpoint.*`. */
export function groupEventTypes(selectedTypes: readonly string[]): EventTypeGroup[] {
  const groups = Map.groupBy(eventTypes, getPrefix)
  return [...groups].map(([eventPrefix, types]) => {
    const wildcard = `${eventPrefix}.*`
    const others = selectedTypes.filter(
      (type) => getPrefix(type) === eventPrefix && type !== wildcard && !types.includes(type),
    )
    return { eventPrefix, wildcard, types: [...types, ...others] }
  })
}
