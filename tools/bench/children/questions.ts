/** Answers the process that started this one. A preload adds its answers; the service itself knows nothing of them. */
const answers = new Map<string, (body: unknown) => unknown>()

export function answerTo(question: string, answer: (body: unknown) => unknown): void {
  if (answers.size === 0) listen()
  answers.set(question, answer)
}

export interface Question {
  readonly id: number
  readonly question: string
  readonly body: unknown
}

export interface Answer {
  readonly id: number
  readonly answer: unknown
}

function listen(): void {
  process.on('message', ({ id, question, body }: Question) => {
    const answer: Answer = { id, answer: answers.get(question)?.(body) }
    process.send?.(answer)
  })
  // Without the process that asks there is nothing to do.
  process.on('disconnect', () => process.kill(process.pid, 'SIGTERM'))
  // Being asked is no reason to live on.
  process.channel?.unref()
}
