import { isLoopbackHost } from '../kernel/web-address.ts'
import type { Config } from './config.ts'

type ReachabilitySettings = Pick<Config, 'chain' | 'host' | 'baseUrl' | 'allowPrivateWebhooks'>

/** Warns of defaults that suit a developer's machine but not a network. */
export function findStartupWarnings(config: ReachabilitySettings): string[] {
  const isOpen = config.chain === 'regtest' && config.allowPrivateWebhooks
  return isOpen && !isLoopbackOnly(config)
    ? [
        'webhooks can reach private addresses, and this service is reachable from other machines: set WEBHOOK_ALLOW_PRIVATE=false',
      ]
    : []
}

function isLoopbackOnly({ host, baseUrl }: ReachabilitySettings): boolean {
  const listenHost = host.includes(':') && !host.startsWith('[') ? `[${host}]` : host
  return isLoopbackHost(listenHost) && isLoopbackHost(new URL(baseUrl).hostname)
}
