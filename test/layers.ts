/** A folder of `src`, and what it contains. */
export interface Layer {
  readonly folder: string
  readonly holds: string
}

/**
 * The folders of `src`, lowest first: each may import from itself and from earlier ones. The map in
 * README.md is generated from this list (`UPDATE_DOCS=1 npm test -- test/architecture.test.ts`).
 */
export const layers: readonly Layer[] = [
  {
    folder: 'kernel',
    holds: 'exact money, error codes, ids, the clock, strict JSON: small and free of side effects',
  },
  {
    folder: 'client',
    holds: 'the TypeScript API client, `quittance/client`: it imports no other folder',
  },
  { folder: 'platform', holds: 'HTTP, pages, email and the two databases, without any business logic' },
  { folder: 'coins', holds: 'the six coins: addresses, transactions, signature hashes, extended keys' },
  { folder: 'wallet', holds: 'the wallet behind the command `pay`' },
  { folder: 'events', holds: 'the event log and the transports that publish it' },
  { folder: 'audit', holds: 'the audit log: who changed what' },
  { folder: 'accounts', holds: 'merchants, access tokens, payout wallets' },
  {
    folder: 'sessions',
    holds: 'sign-in: sessions, passwords, passkeys, authenticator codes, attempt limits',
  },
  { folder: 'rates', holds: 'exchange rates: sources, agreement between them, snapshots' },
  { folder: 'networks', holds: 'coin nodes over JSON-RPC, and the sandbox that simulates them' },
  { folder: 'invoices', holds: 'invoices: amounts, quotes, addresses' },
  { folder: 'account-links', holds: 'view-only access for another account' },
  { folder: 'staff', holds: 'people who work in another account: roles, invitations, sales at the till' },
  { folder: 'signing-keys', holds: 'the keys that sign payment requests' },
  { folder: 'payment-requests', holds: 'payment requests, in the protocol of each wallet' },
  {
    folder: 'conformance',
    holds: "the command `conform`, which checks a server's payment requests as strict wallets would",
  },
  { folder: 'payments', holds: 'payment processing: verify, claim, broadcast, settle' },
  {
    folder: 'found-payments',
    holds: 'payments found on the network, from wallets without a payment protocol',
  },
  {
    folder: 'payment-exceptions',
    holds: 'payments that arrived late, in part or in excess, and how the merchant resolves them',
  },
  {
    folder: 'payment-emails',
    holds: 'emails about payments: receipts and payments that need attention',
  },
  { folder: 'webhooks', holds: "events sent to the merchant's own server" },
  { folder: 'event-streams', holds: 'events over WebSockets and Server-Sent Events' },
  { folder: 'event-proofs', holds: 'Merkle roots of events, anchored in a blockchain' },
  { folder: 'checkout', holds: "the customer's payment page" },
  { folder: 'dashboard', holds: "the merchant's pages" },
  {
    folder: 'greenfield',
    holds: 'the Greenfield API for shop plug-ins, an adapter for the folders above',
  },
  { folder: 'doctor', holds: 'consistency checks of the database' },
  { folder: 'metrics', holds: 'metrics for Prometheus' },
  { folder: 'openapi', holds: 'API descriptions: `/openapi.json`, `/asyncapi.json`, `/docs`' },
  { folder: 'config', holds: 'settings: reads and checks the environment' },
  { folder: 'restore', holds: 'steps after restoring a backup' },
  { folder: 'composition', holds: 'wires everything together; start reading at `app.ts`' },
  { folder: 'cli', holds: 'the command line' },
]
