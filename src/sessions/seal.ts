import { createCipheriv, createDecipheriv, createHmac, randomBytes } from 'node:crypto'

const nonceBytes = 12
const tagBytes = 16

/** What a sealed text belongs to, such as an account and a session: under anything else it does not open. */
export type About = readonly (string | number)[]

/**
 * Seals texts that pass through other hands: a table's, a browser's. AES-256-GCM, under a key that follows from the server's.
 * @param serverKey at least 32 bytes
 */
export function seals(serverKey: Uint8Array) {
  const key = createHmac('sha256', serverKey).update('seal').digest()
  return { seal, open }

  function seal(text: string, about: About): string {
    const nonce = randomBytes(nonceBytes)
    const cipher = createCipheriv('aes-256-gcm', key, nonce).setAAD(bytesOf(about))
    const hidden = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()])
    return Buffer.concat([nonce, hidden, cipher.getAuthTag()]).toString('base64url')
  }

  /** Null when it is none of ours, was changed, or belongs to something else. */
  function open(sealed: string, about: About): string | null {
    const bytes = Buffer.from(sealed, 'base64url')
    if (bytes.length < nonceBytes + tagBytes) return null
    const decipher = createDecipheriv('aes-256-gcm', key, bytes.subarray(0, nonceBytes), {
      authTagLength: tagBytes,
    })
    decipher.setAAD(bytesOf(about)).setAuthTag(bytes.subarray(-tagBytes))
    try {
      const text = [decipher.update(bytes.subarray(nonceBytes, -tagBytes)), decipher.final()]
      return Buffer.concat(text).toString('utf8')
    } catch {
      return null
    }
  }
}

export type Seals = ReturnType<typeof seals>

const bytesOf = (about: About): Buffer => Buffer.from(JSON.stringify(about))
