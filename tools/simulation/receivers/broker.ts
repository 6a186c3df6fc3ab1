import type { NumberedEvent } from '../../../src/events/envelope.ts'
import { type QueuedTransport, TransportUnavailableError } from '../../../src/events/transports/transport.ts'
import type { History } from '../history.ts'
import type { Scheduler } from '../scheduler.ts'
import type { SeededRandom } from '../seeded-random.ts'
import type { Life } from '../service/process.ts'

export type Broker = ReturnType<typeof createBroker>

export interface BrokerDependencies {
  readonly scheduler: Scheduler
  readonly history: History
  /** The broker has stored a message. */
  readonly onStored: (event: NumberedEvent) => void
}

const maxLatencyMs = 20
/** How long a message waits for its confirmation. */
const confirmTimeoutMs = 5_000

/** A message broker, which outlives the processes that publish to it. */
export function createBroker({ scheduler, history, onStored }: BrokerDependencies) {
  const connections = new Map<Life, () => void>()
  let downUntil = 0
  const isDown = () => scheduler.now() < downUntil
  return { connect, goDown }

  function goDown(ms: number): void {
    history.log('broker', `is down for ${ms} ms`)
    downUntil = scheduler.now() + ms
    notify()
    scheduler.schedule(downUntil, notify)
  }

  function notify(): void {
    for (const [life, listener] of connections) {
      if (life.alive()) listener()
      else connections.delete(life)
    }
  }

  /** The connection of a process. Messages are stored in the order in which they are published. */
  function connect(
    life: Life,
    { random, faults }: { random: SeededRandom; faults: { readonly lost: number; readonly refused: number } },
  ): QueuedTransport {
    return {
      name: 'amqp',
      getUnavailableReason: () => (isDown() ? 'the connection is lost' : null),
      onChange: (listener) => void connections.set(life, listener),
      publish,
      close: async () => {},
    }

    async function publish(event: NumberedEvent): Promise<void> {
      if (isDown()) throw new TransportUnavailableError('the connection is lost')
      const isLost = random.chance(faults.lost)
      const isRefused = !isLost && random.chance(faults.refused)
      if (!isRefused && (!isLost || random.chance(0.5))) onStored(event)
      await life.wait(isLost ? confirmTimeoutMs : random.between(1, maxLatencyMs))
      if (isLost) throw new Error('no confirmation in time')
      if (isRefused) throw new Error('the broker refused the message')
      if (isDown()) throw new TransportUnavailableError('the connection is lost')
    }
  }
}
