import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type RpcRequest, readRpcRequest, startRpcNode } from '../../../test/helpers/rpc-node.ts'
import { NodeResponseError, RpcError } from '../rpc.ts'

test('several calls take one round trip, and their results are in request order', async (t) => {
  const { rpc } = await startRpcNode(t, async (request, response) => {
    const requests = await readRpcRequest<RpcRequest[]>(request)
    const responses = requests.map(({ id, method, params: [param] }) =>
      method === 'fail'
        ? { result: null, error: { code: -5, message: 'not found' }, id }
        : { result: param, error: null, id },
    )
    response.end(JSON.stringify(responses.reverse()))
  })

  const [one, failed, three] = await rpc.batch([
    { method: 'echo', params: ['one'] },
    { method: 'fail', params: [] },
    { method: 'echo', params: ['three'] },
  ])

  assert.deepEqual([one, three], ['one', 'three'])
  assert.ok(failed instanceof RpcError && failed.code === -5)
  assert.deepEqual(await rpc.batch([]), [])
})

test('a batch with a missing response fails, and a single error applies to all calls', async (t) => {
  const { rpc: short } = await startRpcNode(t, (_, response) => response.end('[]'))
  const { rpc: failing } = await startRpcNode(t, (_, response) =>
    response.end('{"result": null, "error": {"code": -28, "message": "Loading block index…"}, "id": null}'),
  )
  const calls = [{ method: 'getblockcount', params: [] }]

  await assert.rejects(short.batch(calls), NodeResponseError)
  await assert.rejects(failing.batch(calls), (error) => error instanceof RpcError && error.code === -28)
})
