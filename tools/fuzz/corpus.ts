import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { maxInputBytes } from './mutate.ts'

const getCorpusFile = (target: string): URL => new URL(`corpus/${target}.json`, import.meta.url)

/** The inputs kept by earlier runs, hex in the file. */
export function readCorpus(target: string): Uint8Array[] {
  const file = getCorpusFile(target)
  if (!existsSync(file)) return []
  return (JSON.parse(readFileSync(file, 'utf8')) as string[]).map(parseInput)
}

export function writeCorpus(target: string, inputs: readonly Uint8Array[]): void {
  const hexes = inputs.map((input) => Buffer.from(input).toString('hex'))
  writeFileSync(getCorpusFile(target), `${JSON.stringify(hexes, null, 2)}\n`)
}

/** An input in the format that a crash prints. */
export const parseInput = (hex: string): Uint8Array => Buffer.from(hex, 'hex').subarray(0, maxInputBytes)
