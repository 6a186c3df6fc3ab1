/** Words of these pages, in English. */
export const en = {
  overview_of: 'Overview of {name}',

  overview_steps: 'First steps',
  overview_steps_done: 'Done: {done} of {all}',
  overview_step_name: 'Name your shop',
  overview_step_name_text: 'Customers see the name when they pay.',
  overview_done: 'Done:',
  overview_open: 'To do:',
  overview_optional: 'optional',
  overview_step_destination: 'Add a payout wallet',
  overview_step_destination_text:
    'For each coin that you take: an extended public key of your wallet, or an address.',
  overview_step_token: 'Create an access token',
  overview_step_token_text:
    'Your programs create invoices with it. It is shown once: keep it as {variable}, then run:',
  overview_step_invoice: 'Create a first invoice',
  overview_step_invoice_text: 'Fill in a form, or type an amount at the till.',
  overview_step_payment: 'Be paid for the first time',
  overview_step_payment_text: 'Open the checkout page of an invoice, and pay it with a wallet.',
  overview_step_payment_sandbox:
    'Open the checkout page of an invoice: on this sandbox its buttons pay as a wallet would.',
  overview_step_webhook: 'Hear of payments by webhook',
  overview_step_webhook_text: 'Your own system is told at once when something happens to an invoice.',

  overview_failed: 'Webhook deliveries that failed and have not arrived since: {count}.',
  overview_failed_link: 'Look at them',

  overview_figures: 'Paid invoices',
  overview_today: 'Today',
  overview_7d: '7 days',
  overview_30d: '30 days',
  overview_invoices: 'Invoices: {count}',
  overview_figures_hint:
    'By the time of payment, in days of {zone}; payments that were reversed are left out.',

  overview_pictures: 'A closer look',
  overview_period: 'Period',
  overview_per_day: 'Paid per day',
  overview_per_hour: 'Paid per hour',
  overview_numbers: 'As numbers',
  overview_day: 'Day',
  overview_hour: 'Hour',
  overview_sum: 'Sum',
  overview_count: 'Count',
  overview_bars_desc: 'A bar for each, from {from} to {to}. The highest stands for {sum}: {when}.',
  overview_shares: 'Share of each coin',
  overview_coin: 'Coin',
  overview_share: 'Share',
  overview_times: 'Time to payment',
  overview_times_text: 'Half of the invoices were paid within {time} of being created.',
  overview_times_cut: 'Of the latest {count} payments.',
  overview_up_to: 'Up to {time}',
  overview_between: 'Over {over}, up to {time}',
  overview_over: 'Over {time}',
  overview_time: 'Time',
  overview_nothing: 'Nothing was paid in {currency} in this time',
  overview_nothing_text:
    'Once an invoice is paid, its day, its coin and the time that it took are drawn here.',

  overview_latest: 'Latest invoices',
  overview_all: 'All invoices',
  overview_amount: 'Amount',
  overview_status: 'Status',
  overview_external: 'External ID',
  overview_created: 'Created',
  overview_unpaid: 'Unpaid',
  overview_paid: 'Paid',
  overview_cancelled: 'Cancelled',
  overview_expired: 'Expired',
  overview_reversed: 'Reversed',
  overview_none: 'No invoices yet',
  overview_none_text: 'Create one at the {till}: it takes an amount, and nothing else.',
  overview_none_viewed: 'As soon as there are some, they appear here by themselves.',
} as const satisfies Readonly<Record<string, string>>

export type OverviewMessages = { readonly [Name in keyof typeof en]: string }
