interface Row {
  readonly name: string
  readonly seconds: number
  readonly isPassed: boolean
}

/** The steps, how long each took, and whether it passed. */
export function createReport() {
  const rows: Row[] = []
  return { require, attempt, hasFailed, print }

  /** A step that the others need. */
  async function require<Result>(name: string, work: () => Result): Promise<Awaited<Result>> {
    const began = performance.now()
    let isPassed = false
    try {
      const result = await work()
      isPassed = true
      return result
    } finally {
      const row = { name, seconds: (performance.now() - began) / 1_000, isPassed }
      rows.push(row)
      process.stdout.write(`${formatRow(row)}\n`)
    }
  }

  async function attempt(name: string, work: () => Promise<void>): Promise<void> {
    try {
      await require(name, work)
    } catch (error) {
      console.error(error)
    }
  }

  function hasFailed(): boolean {
    return rows.some(({ isPassed }) => !isPassed)
  }

  function print(title: string): void {
    const seconds = rows.reduce((sum, row) => sum + row.seconds, 0)
    const total = formatRow({ name: 'total', seconds, isPassed: !hasFailed() })
    process.stdout.write(`\n${[title, ...rows.map(formatRow), total].join('\n')}\n`)
  }
}

function formatRow({ name, seconds, isPassed }: Row): string {
  return `${seconds.toFixed(1).padStart(7)} s  ${isPassed ? 'passed' : 'FAILED'}  ${name}`
}
