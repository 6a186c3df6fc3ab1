import { eventTypes } from '../../events/event.ts'
import type { EndpointSettings } from '../../webhooks/endpoint.ts'

/** Values of the endpoint form, which has no field for `enabled`. */
export type EndpointFormValues = Omit<EndpointSettings, 'enabled'>

const fieldPrefix = 'type '

/** Name of an event type's checkbox. Each type has its own. */
export const typeField = (type: string): string => `${fieldPrefix}${type}`

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
export interface Kind {
  readonly kind: string
  /** Example: `invoice.*` */
  readonly all: string
  readonly types: readonly string[]
}

const kindOf = (type: string): string => type.split('.', 1)[0] ?? ''

/** Checkboxes by kind: all event types, and types that were chosen in another way than the form. */
export function kindsWith(chosen: readonly string[]): Kind[] {
  const kinds = Map.groupBy(eventTypes, kindOf)
  return [...kinds].map(([kind, types]) => {
    const all = `${kind}.*`
    const others = chosen.filter((type) => kindOf(type) === kind && type !== all && !types.includes(type))
    return { kind, all, types: [...types, ...others] }
  })
}
