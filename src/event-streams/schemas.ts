import Type from 'typebox'
import { eventTypes } from '../events/event.ts'

export const maxLimit = 1_000
export const defaultLimit = 100

const exactly = { additionalProperties: false } as const
const Cursor = Type.Optional(Type.String({ description: 'Only events after this cursor' }))
const AccountId = Type.Optional(Type.String({ description: 'Id of an account that grants view access' }))

export const PageQuery = Type.Object(
  {
    after: Cursor,
    account: AccountId,
    limit: Type.Optional(Type.String({ description: `1 to ${maxLimit}; ${defaultLimit} by default` })),
  },
  exactly,
)

export const StreamQuery = Type.Object(
  {
    invoice: Type.Optional(Type.String({ description: 'Uid of an invoice: no credentials are needed' })),
    account: AccountId,
    after: Cursor,
  },
  exactly,
)

export const StreamHeaders = Type.Object({
  'last-event-id': Type.Optional(Type.String({ description: 'Cursor of the last received event' })),
})

const Envelope = Type.Object(
  {
    id: Type.String(),
    type: Type.Enum([...eventTypes]),
    time: Type.String({ format: 'date-time' }),
    subject: Type.String({ description: 'invoice/<uid>, link/<id> or account/<id>' }),
    sequence: Type.Integer({ minimum: 1, description: '1, 2, 3 … within the subject' }),
    cursor: Type.String({ description: 'Position in the whole log' }),
    data: Type.Object({}, { additionalProperties: true }),
  },
  exactly,
)

export const EventPage = Type.Object(
  { events: Type.Array(Envelope), next_cursor: Type.String({ description: 'Never null' }) },
  exactly,
)
