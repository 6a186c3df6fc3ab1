import { readConfig } from './config.ts'
import type { Environment } from './environment.ts'

/** Together they make `readConfig` read every setting: some are read only if another one needs them. */
const environments: readonly Environment[] = [
  {},
  { EVENT_TRANSPORTS: 'amqp,blockchain' },
  { NETWORK: 'main', EVENT_TRANSPORTS: 'amqp,blockchain' },
]

/** The names of all settings, including `_FILE` names of secrets. */
export const readSettingNames = (): ReadonlySet<string> => new Set(environments.flatMap(recordReadNames))

/** The names that `readConfig` looks up, whether the settings are valid or not. */
function recordReadNames(environment: Environment): string[] {
  const names = new Set<string>()
  const watched = new Proxy(environment, {
    get(target, name) {
      names.add(String(name))
      return target[String(name)]
    },
  })
  try {
    readConfig(watched)
  } catch {
    // A missing setting is reported after everything has been read.
  }
  return [...names]
}

/** First words that settings share with the variables of other programs. */
const commonWords = new Set(['DATABASE', 'HOST', 'LOG', 'NETWORK', 'NODE', 'PORT', 'SECRET', 'SESSION'])

/** Variables named like a setting (`QUOTE_…`) that this version doesn't read: misspelled ones, or settings that were removed. */
export function findUnknownSettings(environment: Environment): string[] {
  const names = readSettingNames()
  const firstWords = new Set([...names].map(getFirstWord).filter((word) => !commonWords.has(word)))
  return Object.keys(environment)
    .filter((name) => !names.has(name) && name.includes('_') && firstWords.has(getFirstWord(name)))
    .sort()
}

const getFirstWord = (name: string): string => name.split('_', 1)[0] ?? ''
