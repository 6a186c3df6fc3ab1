import { randomBytes } from 'node:crypto'
import { availableParallelism } from 'node:os'
import { parseArgs } from 'node:util'
import type { DatabaseKind } from '../../src/platform/storage/sql.ts'
import { chooseOne, parseCount } from '../../test/helpers/options.ts'
import { type DefectName, defectNames } from './defects.ts'

export interface Options {
  /** As given on the command line. */
  readonly seedNames: readonly string[]
  /** The seed of each run. */
  readonly seeds: readonly string[]
  /** Sales per run. */
  readonly payments: number
  readonly database: DatabaseKind
  readonly defect: DefectName | undefined
  /** Processes that share the runs. */
  readonly workers: number
}

/** The fixed seeds; a random one is added. */
const defaultSeeds = ['1', '2', '3', '4', '5']
const defaultPayments = 6_000
/** Per run: a larger database slows down each check of the doctor, and finds no more. */
const maxPaymentsPerRun = 2_000

export const usage = `npm run simulate -- [options]

  --seed NAME        one seed; the same seed gives the same runs
  --seeds A,B,C      several (default ${defaultSeeds.join(',')} and a random one)
  --payments N       sales of all runs together (default ${defaultPayments}); more than ${maxPaymentsPerRun} per seed are split into several runs
  --database KIND    sqlite (default) or postgres
  --defect NAME      breaks a part of the service: ${defectNames.join(', ')}
  --workers N        number of processes (default: one per core)
`

/** @throws {Error} with a message for an invalid option */
export function readOptions(argv: readonly string[]): Options | 'help' {
  const { values } = parseArgs({
    args: [...argv],
    options: {
      seed: { type: 'string' },
      seeds: { type: 'string' },
      payments: { type: 'string' },
      database: { type: 'string', default: 'sqlite' },
      defect: { type: 'string' },
      workers: { type: 'string' },
      help: { type: 'boolean', default: false },
    },
  })
  if (values.help) return 'help'
  const seedNames = (values.seed ?? values.seeds)?.split(',')
  const payments = parseCount(values.payments, defaultPayments)
  return {
    ...divideSeeds(seedNames ?? [...defaultSeeds, randomBytes(4).toString('hex')], payments),
    database: chooseOne(['sqlite', 'postgres'], values.database, '--database'),
    defect: values.defect === undefined ? undefined : chooseOne(defectNames, values.defect, '--defect'),
    workers: parseCount(values.workers, availableParallelism()),
  }
}

/** Splits a seed into runs of limited length: `7` becomes `7`, `7.2`, `7.3` … */
function divideSeeds(
  seedNames: readonly string[],
  payments: number,
): Pick<Options, 'seedNames' | 'seeds' | 'payments'> {
  const salesPerSeed = Math.ceil(payments / seedNames.length)
  const runs = Math.ceil(salesPerSeed / maxPaymentsPerRun)
  const seeds = seedNames.flatMap((seed) =>
    Array.from({ length: runs }, (_, index) => (index === 0 ? seed : `${seed}.${index + 1}`)),
  )
  return { seedNames, seeds, payments: Math.ceil(salesPerSeed / runs) }
}
