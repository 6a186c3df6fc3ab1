import type { StorePermission } from '../../../permissions.ts'

/** Messages of the connect page, in English. Each permission is described under its own name. */
export const en = {
  title: 'Connect a shop',
  plug_in: 'A shop plug-in',
  intro:
    '{application} asks for access to your account. Only continue if you have just started this in your shop.',
  application: 'Plug-in',
  host: 'Shop',
  host_text: '{host}. We send the key there.',
  no_host: 'We show you the key, and you copy it into the plug-in.',
  account: 'Account',
  account_text: '{email}, store {store}',
  permissions: 'Permissions',
  unsupported: 'This service doesn’t offer the following permissions, so the key won’t include them:',
  repeated:
    'This shop already has a key, created {time}: {link}. Authorizing creates another one. The earlier key works until you revoke it.',
  allow_frame: 'Let {origin} embed the checkout',
  authorize: 'Authorize',
  cancel: 'Cancel',
  done: 'Key created',
  done_send: 'Your browser sends the key to {host}.',
  done_repeated: 'This is a new key. The earlier one works until you revoke it: {link}.',
  continue: 'Continue to {host}',
  done_show:
    'Copy the key into the plug-in’s settings now: you can’t see it again. If you lose it, revoke it and connect the shop again.',
  done_store: 'Store ID',
  problem_parameters:
    'The plug-in’s request is invalid: a value is too long or has the wrong format. Start again in your shop.',
  problem_redirect:
    'The plug-in’s request has an invalid redirect URL. It must be a full https:// URL of your shop; http:// is only allowed for localhost.',
  problem_permissions:
    'The plug-in’s request contains no permission that this service offers. Check that the plug-in supports Quittance.',
  'btcpay.store.canviewinvoices': 'View invoices and their payments',
  'btcpay.store.canviewstoresettings': 'View the account’s name, currency and accepted coins',
  'btcpay.store.cancreateinvoice': 'Create invoices',
  'btcpay.store.canmodifyinvoices': 'Change and cancel invoices',
  'btcpay.store.canmodifystoresettings':
    'Change store settings (required by the plug-in; the key can’t actually change any)',
  'btcpay.store.webhooks.canmodifywebhooks': 'Add webhooks and manage those it added',
} as const satisfies Readonly<Record<string, string>> & Readonly<Record<StorePermission, string>>

export type ConnectMessages = { readonly [Name in keyof typeof en]: string }
