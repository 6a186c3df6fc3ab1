import { createCipheriv, createDecipheriv, createSecretKey, randomBytes } from 'node:crypto'
import { computeHmac } from './hmac.ts'

const nonceBytes = 12
const tagBytes = 16

/** Additional authenticated data, such as an account and a session: decryption fails with any other. */
type CipherContext = readonly (string | number)[]

/**
 * Encrypts texts that are stored in a table or pass through a browser. AES-256-GCM with a key derived from the server key.
 * @param serverKey at least 32 bytes
 */
export function createTextCipher(serverKey: Uint8Array) {
  const key = createSecretKey(computeHmac('sha256', serverKey, 'seal'))
  return { encrypt, decrypt }

  function encrypt(text: string, context: CipherContext): string {
    const nonce = randomBytes(nonceBytes)
    const cipher = createCipheriv('aes-256-gcm', key, nonce).setAAD(toBytes(context))
    const ciphertext = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()])
    return Buffer.concat([nonce, ciphertext, cipher.getAuthTag()]).toString('base64url')
  }

  /** Null if the text was modified, or encrypted with another key or context. */
  function decrypt(encrypted: string, context: CipherContext): string | null {
    const bytes = Buffer.from(encrypted, 'base64url')
    if (bytes.length < nonceBytes + tagBytes) return null
    const decipher = createDecipheriv('aes-256-gcm', key, bytes.subarray(0, nonceBytes), {
      authTagLength: tagBytes,
    })
    decipher.setAAD(toBytes(context)).setAuthTag(bytes.subarray(-tagBytes))
    try {
      const text = [decipher.update(bytes.subarray(nonceBytes, -tagBytes)), decipher.final()]
      return Buffer.concat(text).toString('utf8')
    } catch {
      return null
    }
  }
}

export type TextCipher = ReturnType<typeof createTextCipher>

const toBytes = (context: CipherContext): Buffer => Buffer.from(JSON.stringify(context))
