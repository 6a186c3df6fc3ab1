/** Messages of the overview, in English. */
export const en = {
  overview_of: 'Overview of {name}',

  overview_steps: 'First steps',
  overview_steps_done: '{done} of {all} done',
  overview_step_name: 'Name your shop',
  overview_step_name_text: 'Customers see this name when they pay.',
  overview_done: 'Done:',
  overview_open: 'To do:',
  overview_optional: 'optional',
  overview_step_destination: 'Add a payout wallet',
  overview_step_destination_text:
    'For each coin you accept: your wallet’s extended public key (xpub) or an address.',
  overview_step_any_wallet: 'Accept payments from any wallet',
  overview_step_any_wallet_text:
    'Recommended: few wallets support payment requests, but every wallet can send to an address. We find those payments on the network.',
  overview_step_token: 'Create an access token',
  overview_step_token_text:
    'Your code uses it to create invoices. It’s shown only once: save it as {variable}, then run:',
  overview_step_invoice: 'Create your first invoice',
  overview_step_invoice_text: 'Fill in a form, or enter an amount at the till.',
  overview_step_payment: 'Receive your first payment',
  overview_step_payment_text: 'Open an invoice’s checkout page and pay it with a wallet.',
  overview_step_payment_sandbox:
    'Open an invoice’s checkout page. In this sandbox, you can pay it with test coins there.',
  overview_step_webhook: 'Get notified by webhook',
  overview_step_webhook_text: 'We notify your server as soon as an invoice changes.',

  overview_failed: 'Undelivered webhooks: {count}.',
  overview_failed_link: 'View deliveries',

  overview_figures: 'Paid invoices',
  overview_today: 'Today',
  overview_7d: '7 days',
  overview_30d: '30 days',
  overview_invoices: 'Invoices: {count}',
  overview_figures_hint: 'By payment time. Days are in {zone}. Reversed payments are excluded.',

  overview_trends: 'Trends',
  overview_period: 'Period',
  overview_per_day: 'Paid per day',
  overview_per_hour: 'Paid per hour',
  overview_show_table: 'Show table',
  overview_day: 'Day',
  overview_hour: 'Hour',
  overview_sum: 'Total',
  overview_count: 'Count',
  overview_bars_desc: 'Bars from {from} to {to}. The highest is {sum}: {period}.',
  overview_shares: 'Share by coin',
  overview_coin: 'Coin',
  overview_share: 'Share',
  overview_times: 'Time to payment',
  overview_times_text: 'Half of the invoices were paid within {time}.',
  overview_times_sample: 'Based on the latest {count} payments.',
  overview_up_to: 'Up to {time}',
  overview_between: 'Over {over}, up to {time}',
  overview_over: 'Over {time}',
  overview_time: 'Time',
  overview_nothing: 'No payments in {currency} in this period',
  overview_nothing_text: 'Charts appear here as soon as an invoice is paid.',

  overview_latest: 'Latest invoices',
  overview_all: 'All invoices',
  overview_none: 'No invoices yet',
  overview_none_text: 'Create one at the {till}. You only need an amount.',
  overview_none_viewed: 'New invoices appear here automatically.',
} as const satisfies Readonly<Record<string, string>>

export type OverviewMessages = { readonly [Name in keyof typeof en]: string }
