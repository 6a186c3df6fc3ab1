/** An exchange with a running service, with its random parts replaced by fixed ones. */
export interface RecordedExample {
  readonly request: {
    readonly method: string
    readonly url: string
    /** Without credentials. */
    readonly headers: Readonly<Record<string, string>>
    /** Whether the request has an access token. */
    readonly token: boolean
    readonly body: string
  }
  readonly response: { readonly status: number; readonly type: string; readonly body: string }
}
