/** Messages of the webhook pages, in English. */
export const en = {
  webhooks_intro:
    'We notify your server when something happens: each webhook gets a signed POST request for every event it’s subscribed to.',
  webhooks_add: 'Add webhook',
  webhooks_none: 'No webhooks yet',
  webhooks_none_text:
    'Add your server’s URL, such as https://shop.example.com/hooks, to receive every event. An invoice can also have its own webhook_url, which is notified when it’s paid.',
  webhooks_caption: 'Webhooks',
  webhooks_webhook: 'Webhook',
  webhooks_state: 'Status',
  webhooks_last_delivery: 'Last delivery',
  webhooks_every_event: 'All events',
  webhooks_no_deliveries: 'None yet',
  webhooks_enabled: 'Enabled',
  webhooks_failing: 'Failing',
  webhooks_failing_since: 'No successful delivery since {time}. It’s disabled after five days.',
  webhooks_disabled: 'Disabled',
  webhooks_disabled_failing: 'Deliveries failed for five days.',
  webhooks_disabled_gone: 'Your server responded 410 Gone.',
  webhooks_disabled_by_hand: 'You disabled it.',
  webhooks_disabled_at: 'Since {time}.',

  webhooks_url: 'URL',
  webhooks_url_hint:
    'An https:// or http:// URL, on port 443 or 80. Other ports and private addresses need WEBHOOK_ALLOW_PRIVATE=true, the default in the sandbox.',
  webhooks_description: 'Description',
  webhooks_description_hint: 'Optional, for your own reference. Up to 255 characters.',
  webhooks_events: 'Events',
  webhooks_events_hint: 'Select the events to send. If you select none, all are sent.',
  webhooks_kind_invoice: 'Invoices',
  webhooks_kind_payment: 'Payments',
  webhooks_kind_account: 'Account',
  webhooks_kind_webhook: 'Webhooks',
  webhooks_kind_all: 'All',
  webhooks_save: 'Save changes',
  webhooks_created: 'Created',
  webhooks_details: 'Details',
  webhooks_settings: 'Settings',
  webhooks_enable: 'Enable webhook',
  webhooks_disable: 'Disable webhook',
  webhooks_test: 'Send test event',
  webhooks_test_text: 'A test event is a signed webhook.test event. It’s sent once, without retries.',
  webhooks_recent_deliveries: 'Recent deliveries',
  webhooks_all_deliveries: 'All deliveries of this webhook',
  webhooks_delete: 'Delete webhook',
  webhooks_delete_title: 'Delete this webhook',
  webhooks_delete_text:
    'It gets no more events, pending deliveries are cancelled, and its secret is deleted. To pause it, disable it instead.',

  webhooks_secret: 'Signing secret',
  webhooks_secret_text: 'Signs requests to this webhook only.',
  webhooks_secret_account: 'Invoice signing secret',
  webhooks_secret_account_text: 'Signs requests to the webhook_url of an invoice.',
  webhooks_secret_show: 'Show secret',
  webhooks_secret_rotate: 'Rotate secret',
  webhooks_secret_rotate_text: 'A new secret takes effect immediately. Both secrets sign for 24 hours.',
  webhooks_secret_password_hint:
    'Confirm your password, so that nobody can read the secret on an unattended computer.',
  webhooks_secret_copy: 'Copy it now. It’s hidden again when you leave this page.',
  webhooks_secret_previous: 'Previous secret, which also signs for 24 hours after the change',
  webhooks_secret_already_shown: 'The secret was already shown. Enter your password to see it again.',

  webhooks_verify: 'Signature verification',
  webhooks_verify_text:
    'Every request is signed as specified by {standard}, in the webhook-id, webhook-timestamp and webhook-signature headers. There are libraries for most languages:',
  webhooks_verify_response:
    'Respond with 2xx within 15 seconds. Otherwise we retry: ten attempts in all, over three days. webhook-id is the same in every attempt: use it to ignore duplicates.',

  webhooks_done_created: 'Webhook added. Send a test event to check that your server responds.',
  webhooks_done_changed: 'Changes saved.',
  webhooks_done_enabled: 'Webhook enabled.',
  webhooks_done_disabled: 'Webhook disabled. Pending deliveries were cancelled.',
  webhooks_done_deleted: 'Webhook deleted.',
  webhooks_done_rotated: 'Secret rotated. Both secrets sign for 24 hours.',

  webhooks_error_url:
    'We can’t call this URL. Enter a full https:// or http:// URL without a username or password. Private addresses, and ports other than 443 and 80, need WEBHOOK_ALLOW_PRIVATE=true.',
  webhooks_error_description:
    'The description is too long or contains unsupported characters. Use up to 255 characters.',
  webhooks_error_types: 'Unknown event type. Reload the page and select the events again.',
  webhooks_error_too_many: 'You’ve reached the maximum number of webhooks. Delete one first.',
  webhooks_error_host_too_many:
    'You’ve reached the maximum number of webhooks on this host. Delete one first.',

  email_webhook_added_subject: 'A webhook was added',
  email_webhook_added_text:
    'A webhook was added to your account {email}. It sends events to {host}.\n\nIf this wasn’t you, reset your password now:\n\n{url}\n\nThen delete the webhook, and revoke any access tokens you don’t recognise:\n\n{undo}',
  email_webhook_url_changed_subject: 'A webhook URL was changed',
  email_webhook_url_changed_text:
    'The URL of a webhook of your account {email} was changed. It now sends events to {host}. The previous host was {before}.\n\nIf this wasn’t you, reset your password now:\n\n{url}\n\nThen restore the URL, and revoke any access tokens you don’t recognise:\n\n{undo}',
  email_webhook_secret_replaced_subject: 'A webhook secret was rotated',
  email_webhook_secret_replaced_text:
    'A webhook secret of your account {email} was rotated. Both secrets sign for 24 hours.\n\nIf this wasn’t you, reset your password now:\n\n{url}\n\nThen rotate the secret again, and revoke any access tokens you don’t recognise:\n\n{undo}',
} as const satisfies Readonly<Record<string, string>>

export type WebhooksMessages = { readonly [Name in keyof typeof en]: string }
