import { isLoopbackHost } from '../kernel/web-address.ts'
import type { Config } from './config.ts'

type Facts = Pick<Config, 'chain' | 'host' | 'baseUrl' | 'allowPrivateWebhooks'>

/** Warns of defaults that suit a developer's machine but not a network. */
export function findStartupWarnings(config: Facts): string[] {
  const isOpen = config.chain === 'regtest' && config.allowPrivateWebhooks
  return isOpen && !isForLoopback(config)
    ? [
        'webhooks can reach private addresses, and this service is reachable from other machines: set WEBHOOK_ALLOW_PRIVATE=false',
      ]
    : []
}

function isForLoopback({ host, baseUrl }: Facts): boolean {
  const listened = host.includes(':') && !host.startsWith('[') ? `[${host}]` : host
  return isLoopbackHost(listened) && isLoopbackHost(new URL(baseUrl).hostname)
}
