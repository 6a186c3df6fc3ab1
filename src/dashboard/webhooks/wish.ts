import { eventTypes } from '../../events/event.ts'
import type { EndpointWish } from '../../webhooks/endpoint.ts'

/** What a form of an endpoint holds: the switch is no field of it. */
export type Wish = Omit<EndpointWish, 'enabled'>

const fieldBegin = 'type '

/** Name of the tick for a type. Each has one of its own. */
export const typeField = (type: string): string => `${fieldBegin}${type}`

export const nothing: Wish = { url: '', description: null, types: [] }

/** The wish in a form as it was sent. */
export function wishIn(body: Readonly<Record<string, string>>): Wish {
  const { url = '', description = '' } = body
  const fields = Object.keys(body).filter((name) => name.startsWith(fieldBegin))
  return {
    url: url.trim(),
    description: description.trim() || null,
    types: fields.map((name) => name.slice(fieldBegin.length)),
  }
}

/** Types of one kind: `invoice`, `payment`, … */
export interface Kind {
  readonly kind: string
  /** `invoice.*` */
  readonly all: string
  readonly types: readonly string[]
}

const kindOf = (type: string): string => type.split('.', 1)[0] ?? ''

/** What can be ticked, by kind: every type of event, and what else was chosen by other ways than the form. */
export function kindsWith(chosen: readonly string[]): Kind[] {
  const kinds = Map.groupBy(eventTypes, kindOf)
  return [...kinds].map(([kind, types]) => {
    const all = `${kind}.*`
    const others = chosen.filter((type) => kindOf(type) === kind && type !== all && !types.includes(type))
    return { kind, all, types: [...types, ...others] }
  })
}
