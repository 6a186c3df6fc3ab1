/**
 * A JSON-RPC connection to one node, over HTTP or to a chain inside this process.
 * Numbers in answers are exact: integers are `number`, all others are `JSON.rawJSON` objects that keep their text
 * (`exactText` reads either), so no amount passes through a float.
 */
export interface Rpc {
  /** @throws {RpcError} the node's own no · {Unreachable} nothing was sent · {Unanswered} it was, without an answer */
  call(method: string, params: readonly unknown[]): Promise<unknown>
  /** Several calls in one round trip, answered in order; an element that the node refused is its `RpcError`. */
  batch(calls: readonly RpcCall[]): Promise<readonly unknown[]>
  close(): Promise<void>
}

export interface RpcCall {
  readonly method: string
  readonly params: readonly unknown[]
}

/** A JSON-RPC error answer of the node. */
export class RpcError extends Error {
  override readonly name = 'RpcError'
  readonly code: number

  constructor(code: number, message: string) {
    super(message)
    this.code = code
  }
}

/** No connection was made: the node has not seen the call. */
export class Unreachable extends Error {
  override readonly name = 'Unreachable'
}

/** The call was sent, and what came back was nothing, late, or not JSON-RPC. The node may have acted on it. */
export class Unanswered extends Error {
  override readonly name = 'Unanswered'
}
