/** Words of these pages, in English. */
export const en = {
  webhooks_intro:
    'Your own server hears of what happens: each endpoint gets a signed POST for every event that it listens to.',
  webhooks_add: 'Add an endpoint',
  webhooks_none: 'No endpoint yet',
  webhooks_none_text:
    'Add the address of your server, such as https://shop.example.com/hooks, and every event is sent there. An invoice can also carry an address of its own, webhook_url, which hears that it was paid.',
  webhooks_caption: 'Endpoints',
  webhooks_endpoint: 'Endpoint',
  webhooks_listens: 'Listens to',
  webhooks_state: 'State',
  webhooks_last: 'Last delivery',
  webhooks_every_event: 'Every event',
  webhooks_never: 'None yet',
  webhooks_enabled: 'Enabled',
  webhooks_failing: 'Failing',
  webhooks_failing_since: 'Since {time} nothing has arrived. After five days it is disabled.',
  webhooks_disabled: 'Disabled',
  webhooks_disabled_failing: 'It had failed for five days.',
  webhooks_disabled_gone: 'It answered 410: it wants nothing any more.',
  webhooks_disabled_by_hand: 'You switched it off.',
  webhooks_disabled_at: 'Disabled {time}.',

  webhooks_url: 'URL',
  webhooks_url_hint:
    'Starts with https:// (port 443) or http:// (port 80). Other ports and private addresses need WEBHOOK_ALLOW_PRIVATE=true, the default in the sandbox.',
  webhooks_description: 'Description',
  webhooks_description_hint: 'For yourself, at most 255 characters. May be left empty.',
  webhooks_events: 'Events',
  webhooks_events_hint: 'Tick what it listens to. With nothing ticked it gets every event.',
  webhooks_kind_invoice: 'Invoices',
  webhooks_kind_payment: 'Payments',
  webhooks_kind_account: 'Accounts and links',
  webhooks_kind_webhook: 'Webhooks',
  webhooks_kind_all: 'All of these',
  webhooks_create: 'Add endpoint',
  webhooks_save: 'Save',
  webhooks_created: 'Created',
  webhooks_details: 'Details',
  webhooks_change: 'Change the endpoint',
  webhooks_enable: 'Enable',
  webhooks_disable: 'Disable',
  webhooks_test: 'Send a test',
  webhooks_test_text: 'A test is a signed event of the type webhook.test. It is sent at once, and only once.',
  webhooks_latest: 'Latest deliveries',
  webhooks_latest_all: 'All deliveries of this endpoint',
  webhooks_delete: 'Delete',
  webhooks_delete_title: 'Delete this endpoint',
  webhooks_delete_text:
    'It gets nothing more, what is on its way to it is given up, and its secret is gone for good. To pause it, disable it.',

  webhooks_secret: 'Signing secret',
  webhooks_secret_text: 'It signs what is sent to this endpoint, and no other.',
  webhooks_secret_account: 'Secret of your invoices',
  webhooks_secret_account_text: 'It signs what is sent to the webhook_url of an invoice.',
  webhooks_secret_show: 'Show the secret',
  webhooks_secret_rotate: 'Make a new secret',
  webhooks_secret_rotate_text:
    'A new secret takes over at once. The one before signs beside it for 24 hours.',
  webhooks_secret_password_hint:
    'Once more, so that nobody reads the secret at a computer that you have left.',
  webhooks_secret_is: 'Copy it now: when you leave this page, it is hidden again.',
  webhooks_secret_previous: 'The one before. It signs beside it for 24 hours after the change',
  webhooks_secret_over: 'The secret was shown already. Enter your password to see it again.',

  webhooks_verify: 'Check the signature',
  webhooks_verify_text:
    'Every request is signed as {standard} says, in the headers webhook-id, webhook-timestamp and webhook-signature. There is a library for most languages:',
  webhooks_verify_answer:
    'Answer 2xx within 15 seconds. Anything else is sent again, ten times over three days. webhook-id stays the same in every attempt: drop a repeat by it.',

  webhooks_done_created: 'The endpoint was added. Send a test to see whether it answers.',
  webhooks_done_changed: 'The endpoint was changed.',
  webhooks_done_enabled: 'The endpoint is enabled.',
  webhooks_done_disabled: 'The endpoint is disabled. What was on its way to it was given up.',
  webhooks_done_deleted: 'The endpoint was deleted.',
  webhooks_done_rotated: 'There is a new secret. The one before signs beside it for 24 hours.',

  webhooks_error_url:
    'We can’t call this URL. Enter a full https:// or http:// address without a user name or password. Private addresses, and ports other than 443 and 80, need WEBHOOK_ALLOW_PRIVATE=true.',
  webhooks_error_description: 'The description is too long, or holds characters that cannot be stored.',
  webhooks_error_types: 'There is no such type of event. Reload the page and tick again.',
  webhooks_error_too_many: 'There are as many endpoints as an account may have. Delete one first.',
  webhooks_error_host_too_many:
    'There are as many endpoints on that host as an account may have. Delete one first.',

  email_webhook_added_subject: 'A webhook was added',
  email_webhook_added_text:
    'A webhook was added to your account {email}. It sends events to {host}.\n\nIf this wasn’t you, reset your password now:\n\n{url}\n\nThen delete the webhook, and revoke any access tokens you don’t recognise:\n\n{undo}',
  email_webhook_moved_subject: 'A webhook URL was changed',
  email_webhook_moved_text:
    'The URL of a webhook of your account {email} was changed. It now sends events to {host}. The previous host was {before}.\n\nIf this wasn’t you, reset your password now:\n\n{url}\n\nThen restore the URL, and revoke any access tokens you don’t recognise:\n\n{undo}',
  email_webhook_secret_replaced_subject: 'A webhook secret was rotated',
  email_webhook_secret_replaced_text:
    'A webhook secret of your account {email} was rotated. Both secrets sign for 24 hours.\n\nIf this wasn’t you, reset your password now:\n\n{url}\n\nThen rotate the secret again, and revoke any access tokens you don’t recognise:\n\n{undo}',
} as const satisfies Readonly<Record<string, string>>

export type WebhooksMessages = { readonly [Name in keyof typeof en]: string }
