import type { AuthenticationResponseJSON, RegistrationResponseJSON } from '@simplewebauthn/server'
import { ApiError } from '../kernel/api-error.ts'
import { getLiteralAddress } from '../kernel/web-address.ts'
import type { Passkey } from './passkey.ts'

/** The site that passkeys belong to. Browsers use a passkey only on this host. */
export interface RelyingParty {
  /** The host name, without its port. */
  readonly id: string
  readonly origin: string
}

/** Null if browsers allow no passkeys there: on an IP address, or over HTTP on any host but `localhost`. */
export function findRelyingParty(baseUrl: string): RelyingParty | null {
  const { hostname, origin, protocol } = new URL(baseUrl)
  const isAllowed =
    getLiteralAddress(hostname) === null &&
    (protocol === 'https:' || hostname === 'localhost' || hostname.endsWith('.localhost'))
  return isAllowed ? { id: hostname, origin } : null
}

/** @throws {ApiError} `passkey_wrong` */
export function requireRelyingParty(relyingParty: RelyingParty | null): RelyingParty {
  if (!relyingParty) throw new ApiError('passkey_wrong')
  return relyingParty
}

/** COSE algorithms: EdDSA, ES256 and RS256, one of which every authenticator has. */
export const algorithms: readonly number[] = [-8, -7, -257]

/** The ids are at most 1 023 bytes (WebAuthn §4), a key with its attestation less than 2 KiB, and the rest a few hundred bytes. */
const maxResponseLength = 8 * 1024

/** At most 1 023 bytes in base64url (WebAuthn §4). */
const idPattern = /^[\w-]{1,1364}$/

/** The response of an authenticator, from a form. */
interface AuthenticatorResponse {
  readonly id: string
  readonly response: Readonly<Record<string, unknown>>
}

/** Parses the response of an authenticator. Null if it isn't one, or if it is too large. */
export function parseAuthenticatorResponse(text: string): AuthenticatorResponse | null {
  if (text.length > maxResponseLength) return null
  const credential = parseObject(text)
  const response = credential?.response
  if (typeof credential?.id !== 'string' || !idPattern.test(credential.id)) return null
  if (typeof response !== 'object' || response === null) return null
  return { id: credential.id, response: { ...response } }
}

function parseObject(text: string): Readonly<Record<string, unknown>> | null {
  try {
    const value: unknown = JSON.parse(text)
    return typeof value === 'object' && value !== null ? { ...value } : null
  } catch {
    return null
  }
}

/** True for a challenge that was issued for this purpose. */
type CheckChallenge = (challenge: string) => boolean

type NewCredential = Pick<Passkey, 'credentialId' | 'publicKey' | 'signCount' | 'transports'>

/** Verifies the response to a registration. Null if it is invalid, or if the authenticator didn't verify its user. */
export async function verifyRegistration(
  { id: expectedRPID, origin: expectedOrigin }: RelyingParty,
  { id, response }: AuthenticatorResponse,
  expectedChallenge: CheckChallenge,
): Promise<NewCredential | null> {
  // Loaded when a passkey is first used: it takes 27 MB of memory, and blocks the event loop for about 150 ms, once.
  const { verifyRegistrationResponse } = await import('@simplewebauthn/server')
  if (!(await hasNoCertificates(response.attestationObject))) return null
  const verified = await verifyOrNull(() =>
    verifyRegistrationResponse({
      response: toCredential(id, response) as unknown as RegistrationResponseJSON,
      expectedChallenge,
      expectedOrigin,
      expectedRPID,
      requireUserVerification: true,
      supportedAlgorithmIDs: [...algorithms],
    }),
  )
  if (!verified?.verified) return null
  const { credential } = verified.registrationInfo
  if (credential.id !== id) return null
  const publicKey = Buffer.from(credential.publicKey).toString('base64url')
  return { credentialId: id, publicKey, signCount: credential.counter, transports: parseTransports(response) }
}

/**
 * We ask for no attestation, so browsers send none or self attestation. Other formats contain certificates: we avoid the code that parses
 * them and checks their revocation.
 */
async function hasNoCertificates(attestationObject: unknown): Promise<boolean> {
  const { decodeAttestationObject } = await import('@simplewebauthn/server/helpers')
  const result = await verifyOrNull(() => {
    const bytes = Uint8Array.from(Buffer.from(String(attestationObject), 'base64url'))
    const attestation = decodeAttestationObject(bytes)
    const format = attestation.get('fmt')
    return format === 'none' || (format === 'packed' && attestation.get('attStmt').get('x5c') === undefined)
  })
  return result ?? false
}

const maxTransports = 8

/** Transports are only a hint for browsers. */
const parseTransports = ({ transports }: AuthenticatorResponse['response']): string[] =>
  (Array.isArray(transports) ? transports : [])
    .filter(
      (transport): transport is string => typeof transport === 'string' && /^[a-z-]{1,20}$/.test(transport),
    )
    .slice(0, maxTransports)

/**
 * Verifies the response to a sign-in. Returns the new signature count; null if the response is invalid, or if the authenticator didn't
 * verify its user.
 */
export async function verifyAssertion(
  { id: expectedRPID, origin: expectedOrigin }: RelyingParty,
  { id, response }: AuthenticatorResponse,
  { publicKey, expectedChallenge }: { publicKey: string; expectedChallenge: CheckChallenge },
): Promise<number | null> {
  const { verifyAuthenticationResponse } = await import('@simplewebauthn/server')
  const verified = await verifyOrNull(() =>
    verifyAuthenticationResponse({
      response: toCredential(id, response) as unknown as AuthenticationResponseJSON,
      expectedChallenge,
      expectedOrigin,
      expectedRPID,
      requireUserVerification: true,
      // The library would compare counts before it checks the signature, and doesn't say which of the two was wrong.
      credential: { id, publicKey: Uint8Array.from(Buffer.from(publicKey, 'base64url')), counter: 0 },
    }),
  )
  return verified?.verified ? verified.authenticationInfo.newCounter : null
}

const toCredential = (id: string, response: AuthenticatorResponse['response']) => ({
  id,
  rawId: id,
  type: 'public-key',
  clientExtensionResults: {},
  response,
})

/** Returns null for invalid input, for which the library throws plain errors. */
async function verifyOrNull<T>(verify: () => T | Promise<T>): Promise<T | null> {
  try {
    return await verify()
  } catch {
    return null
  }
}
