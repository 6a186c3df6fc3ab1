import Type from 'typebox'
import { strict } from '../platform/http/schema-parts.ts'
import { AnyEvent } from './event-schemas.ts'

export const maxLimit = 1_000
export const defaultLimit = 100

const Cursor = Type.Optional(Type.String({ description: 'Only events after this cursor' }))
const AccountId = Type.Optional(Type.String({ description: 'Id of an account that grants view access' }))

export const PageQuery = Type.Object(
  {
    after: Cursor,
    account: AccountId,
    limit: Type.Optional(Type.String({ description: `1 to ${maxLimit}; ${defaultLimit} by default` })),
  },
  strict,
)

export const StreamQuery = Type.Object(
  {
    invoice: Type.Optional(Type.String({ description: 'Uid of an invoice: no credentials are needed' })),
    account: AccountId,
    after: Cursor,
  },
  strict,
)

export const StreamHeaders = Type.Object({
  'last-event-id': Type.Optional(Type.String({ description: 'Cursor of the last received event' })),
})

export const EventPage = Type.Object(
  { events: Type.Array(AnyEvent), next_cursor: Type.String({ description: 'Never null' }) },
  { title: 'EventPage', ...strict },
)

/** Server-Sent Events. */
export const EventStream = Type.String({
  description: 'The `id:` field is the cursor, `data:` the event as JSON; there is no `event:` line',
  contentMediaType: 'application/json',
  contentSchema: AnyEvent,
})
