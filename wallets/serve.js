import { createInterface } from 'node:readline'

/**
 * Handles a test's calls, one line of JSON each. The response to `{"id", "method", "params"}` is `{"id", "result"}` or, if the wallet throws,
 * `{"id", "error": {"name", "message"}}`. Exits when standard input ends.
 */
export function serve(methods) {
  // Wallets log to standard output, which carries our responses.
  console.log = console.error
  const calls = createInterface({ input: process.stdin })
  calls.on('line', async (line) => {
    const { id, method, params } = JSON.parse(line)
    const outcome = await run(methods[method], params)
    process.stdout.write(`${JSON.stringify({ id, ...outcome })}\n`)
  })
  calls.on('close', () => process.exit(0))
}

async function run(method, params) {
  try {
    return { result: await method(params) }
  } catch (error) {
    return { error: { name: String(error.name), message: String(error.message) } }
  }
}
