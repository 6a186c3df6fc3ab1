/** Bytes in lower-case hex. */
export function toHex({ buffer, byteOffset, byteLength }: Uint8Array): string {
  return Buffer.from(buffer, byteOffset, byteLength).toString('hex')
}

/** The bytes of text that is known to be hex: `Buffer.from` stops at the first character that isn't. */
export function fromHex(hex: string): Uint8Array {
  const { buffer, byteOffset, byteLength } = Buffer.from(hex, 'hex')
  return new Uint8Array(buffer, byteOffset, byteLength)
}
