/** Runs one step, and prints how long it took. */
export async function runStep<Result>(
  name: string,
  work: () => Result,
  print: (line: string) => void = (line) => void process.stdout.write(line),
): Promise<Awaited<Result>> {
  const began = performance.now()
  const result = await work()
  print(`${name}: ${((performance.now() - began) / 1_000).toFixed(1)} s\n`)
  return result
}
