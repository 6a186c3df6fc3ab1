import { createInterface } from 'node:readline'

/**
 * Answers the calls of a test, a line of JSON each: `{"id", "method", "params"}` is answered by `{"id", "result"}` or, when the wallet
 * throws, by `{"id", "error": {"name", "message"}}`. Ends when its input does.
 */
export function serve(methods) {
  // Wallets tell of their troubles on standard output, which is ours.
  console.log = console.error
  const calls = createInterface({ input: process.stdin })
  calls.on('line', async (line) => {
    const { id, method, params } = JSON.parse(line)
    const answer = await answerTo(methods[method], params)
    process.stdout.write(`${JSON.stringify({ id, ...answer })}\n`)
  })
  calls.on('close', () => process.exit(0))
}

async function answerTo(method, params) {
  try {
    return { result: await method(params) }
  } catch (error) {
    return { error: { name: String(error.name), message: String(error.message) } }
  }
}
