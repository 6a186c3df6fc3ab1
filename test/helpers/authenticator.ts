import { createHash, generateKeyPairSync, randomBytes, sign } from 'node:crypto'

/** Options of a page's script, as far as the authenticator reads them. */
interface PasskeyOptions {
  readonly challenge: string
  readonly user?: { readonly id: string }
}

/** What a response contains in place of the right values. */
interface Faults {
  readonly origin?: string
  readonly rpId?: string
  readonly type?: string
  readonly challenge?: string
  readonly flags?: number
  readonly counter?: number
  readonly userHandle?: string | null
  readonly credentialId?: Buffer
  /** In place of the attestation `none`: its format and its statement, in CBOR. */
  readonly attestation?: { readonly format: string; readonly statement: Buffer }
  /** Added to the signed data after the signature was made. */
  readonly tamper?: true
}

const flag = { userPresent: 1, userVerified: 4, attested: 64 } as const
/** Without user verification, as security keys do without a PIN. */
export const onlyPresent = flag.userPresent

/** An authenticator with one passkey, written from the WebAuthn specification. Each response is the text of the field `credential`. */
export function createAuthenticator({ origin, rpId }: { origin: string; rpId: string }) {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const id = randomBytes(16)
  let userHandle = ''
  return { id: id.toString('base64url'), create, get }

  /** Answers a registration (WebAuthn §6.5). */
  function create(options: PasskeyOptions, faults: Faults = {}): string {
    userHandle = options.user?.id ?? ''
    const { format, statement } = faults.attestation ?? { format: 'none', statement: Buffer.from([0xa0]) }
    const credentialId = faults.credentialId ?? id
    const idLength = Buffer.from([credentialId.length >> 8, credentialId.length & 0xff])
    const attested = Buffer.concat([Buffer.alloc(16), idLength, credentialId, encodeKey()])
    const data = Buffer.concat([
      authenticatorData({ flags: flag.userPresent | flag.userVerified | flag.attested, ...faults }),
      attested,
    ])
    const attestationObject = Buffer.concat([
      Buffer.from([0xa3]),
      ...[encodeText('fmt'), encodeText(format)],
      ...[encodeText('attStmt'), statement],
      ...[encodeText('authData'), encodeBytes(data)],
    ])
    const clientDataJSON = clientData({ type: 'webauthn.create', challenge: options.challenge, ...faults })
    return credential(
      { clientDataJSON, attestationObject: attestationObject.toString('base64url') },
      credentialId,
    )
  }

  /** Answers a sign-in (WebAuthn §6.3.3). */
  function get(options: PasskeyOptions, faults: Faults = {}): string {
    const clientDataJSON = clientData({ type: 'webauthn.get', challenge: options.challenge, ...faults })
    const data = authenticatorData({ flags: flag.userPresent | flag.userVerified, ...faults })
    const clientHash = createHash('sha256').update(Buffer.from(clientDataJSON, 'base64url')).digest()
    const signature = sign('sha256', Buffer.concat([data, clientHash]), privateKey)
    if (faults.tamper) data.writeUInt32BE(7, 33)
    return credential({
      clientDataJSON,
      authenticatorData: data.toString('base64url'),
      signature: signature.toString('base64url'),
      userHandle: faults.userHandle === undefined ? userHandle : faults.userHandle,
    })
  }

  function credential(response: object, credentialId: Buffer = id): string {
    return JSON.stringify({ id: credentialId.toString('base64url'), response })
  }

  function clientData(values: { type: string; challenge: string; origin?: string }): string {
    const { type, challenge } = values
    return Buffer.from(JSON.stringify({ type, challenge, origin: values.origin ?? origin })).toString(
      'base64url',
    )
  }

  function authenticatorData({ flags, counter = 0, ...faults }: Faults & { flags: number }): Buffer {
    const head = createHash('sha256')
      .update(faults.rpId ?? rpId)
      .digest()
    const tail = Buffer.alloc(5)
    tail.writeUInt8(flags, 0)
    tail.writeUInt32BE(counter, 1)
    return Buffer.concat([head, tail])
  }

  /** A COSE key: EC2 (1: 2), ES256 (3: -7), P-256 (-1: 1), x (-2), y (-3). */
  function encodeKey(): Buffer {
    const { x = '', y = '' } = publicKey.export({ format: 'jwk' })
    const parameters = Buffer.from([0xa5, 0x01, 0x02, 0x03, 0x26, 0x20, 0x01])
    const coordinate = (name: number, text: string) => [
      Buffer.from([name]),
      encodeBytes(Buffer.from(text, 'base64url')),
    ]
    return Buffer.concat([parameters, ...coordinate(0x21, x), ...coordinate(0x22, y)])
  }
}

export type Authenticator = ReturnType<typeof createAuthenticator>

/** CBOR (RFC 8949 §3.1) of up to 23 ASCII characters, and of bytes. */
const encodeText = (text: string): Buffer =>
  Buffer.concat([Buffer.from([0x60 + text.length]), Buffer.from(text)])

function encodeBytes(bytes: Buffer): Buffer {
  const { length } = bytes
  const head = length < 256 ? [0x58, length] : [0x59, length >> 8, length & 0xff]
  return Buffer.concat([Buffer.from(head), bytes])
}
