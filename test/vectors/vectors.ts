import { readFileSync } from 'node:fs'

/** The published vectors of that file of this folder. `Shape` is the reader's word: the file's own is in `README.md`. */
export function vectors<Shape>(file: string): Shape {
  return JSON.parse(readFileSync(new URL(file, import.meta.url), 'utf8'))
}

export const toBytes = (hex: string): Uint8Array => Uint8Array.from(Buffer.from(hex, 'hex'))
export const hex = (value: Uint8Array): string => Buffer.from(value).toString('hex')
