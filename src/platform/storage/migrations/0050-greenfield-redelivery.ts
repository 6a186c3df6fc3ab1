/** Endpoints of shop plug-ins: `*` is every event, an empty list none. Retries of failed deliveries can be switched off. */
export const greenfieldRedelivery = (): readonly string[] => [
  `update webhook_endpoints set greenfield_events = '*' where greenfield_events = ''`,
  'alter table webhook_endpoints add column automatic_redelivery integer not null default 1',
]
