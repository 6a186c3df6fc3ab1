/**
 * A JSON-RPC connection to one node, over HTTP or to an in-process chain.
 * Numbers in responses are exact: integers are `number`, all others are `JSON.rawJSON` objects that keep their text (`getNumberText` reads
 * either), so no amount passes through a float.
 */
export interface Rpc {
  /**
   * @throws {RpcError} the node returned an error · {NodeUnreachableError} nothing was sent · {NodeResponseError} sent, but without a
   * valid response
   */
  call(method: string, params: readonly unknown[]): Promise<unknown>
  /** Sends several calls in one round trip. The results are in call order. A call that fails on the node yields its `RpcError`. */
  batch(calls: readonly RpcCall[]): Promise<readonly unknown[]>
  close(): Promise<void>
}

export interface RpcCall {
  readonly method: string
  readonly params: readonly unknown[]
}

/** The node returned a JSON-RPC error. */
export class RpcError extends Error {
  override readonly name = 'RpcError'
  readonly code: number

  constructor(code: number, message: string) {
    super(message)
    this.code = code
  }
}

/** No connection was made: the node hasn't seen the call. */
export class NodeUnreachableError extends Error {
  override readonly name = 'NodeUnreachableError'
}

/** The call was sent, but the response was missing, late or not JSON-RPC. The node may have acted on it. */
export class NodeResponseError extends Error {
  override readonly name = 'NodeResponseError'
}
