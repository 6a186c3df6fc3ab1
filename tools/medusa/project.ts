import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

/** The version that the provider's tests use. */
export const medusaVersion = readMedusaVersion()

const readme = 'packages/medusa-payment-quittance/README.md'

/** The command line compiles `medusa-config.ts` with them, as in a project of `create-medusa-app`. */
const compilers = {
  '@swc/core': '1.16.22',
  '@types/node': '24.10.1',
  'ts-node': '10.9.2',
  typescript: '5.9.3',
}

/** Writes a Medusa project without an admin, whose configuration contains the example of the provider's README. */
export function writeProject(folder: string): void {
  mkdirSync(folder, { recursive: true })
  const dependencies = Object.fromEntries(
    ['medusa', 'framework', 'cli'].map((name) => [`@medusajs/${name}`, medusaVersion]),
  )
  const manifest = { name: 'shop', private: true, dependencies, devDependencies: compilers }
  writeFileSync(join(folder, 'package.json'), JSON.stringify(manifest))
  writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify(tsconfig))
  writeFileSync(join(folder, 'medusa-config.ts'), createConfig())
}

const tsconfig = {
  'ts-node': { swc: true },
  compilerOptions: {
    target: 'ES2021',
    module: 'Node16',
    moduleResolution: 'Node16',
    esModuleInterop: true,
    skipLibCheck: true,
    outDir: '.medusa/server',
    rootDir: '.',
  },
  exclude: ['node_modules', '.medusa'],
}

/** The README's example, with Redis as Medusa recommends for production. */
function createConfig(): string {
  const [, example = ''] = /```ts\n(module\.exports = [\s\S]+?)```/.exec(readFileSync(readme, 'utf8')) ?? []
  const config = example
    .replace('  // …\n', settings)
    .replace('        providers: [\n', `        providers: [\n${anyWalletProvider}`)
    .replace('  modules: [\n', `  modules: [\n${redisModules}`)
  for (const part of [settings, redisModules, anyWalletProvider])
    if (!config.includes(part)) throw new Error(`the example of ${readme} has changed`)
  return `import { defineConfig } from '@medusajs/framework/utils'\n\n${config}`
}

const settings = `  admin: { disable: true },
  projectConfig: {
    databaseUrl: process.env.DATABASE_URL,
    redisUrl: process.env.REDIS_URL,
    http: {
      storeCors: '*',
      adminCors: '*',
      authCors: '*',
      jwtSecret: process.env.JWT_SECRET,
      cookieSecret: process.env.COOKIE_SECRET,
    },
  },
`

const redisModules = `    { resolve: '@medusajs/medusa/event-bus-redis', options: { redisUrl: process.env.REDIS_URL } },
    {
      resolve: '@medusajs/medusa/workflow-engine-redis',
      options: { redis: { redisUrl: process.env.REDIS_URL } },
    },
    {
      resolve: '@medusajs/medusa/locking',
      options: {
        providers: [
          {
            resolve: '@medusajs/medusa/locking-redis',
            id: 'locking-redis',
            is_default: true,
            options: { redisUrl: process.env.REDIS_URL },
          },
        ],
      },
    },
`

/** A second instance with other settings: its account accepts any wallet, and it records refunds. */
const anyWalletProvider = `          {
            resolve: 'medusa-payment-quittance',
            id: 'any',
            options: {
              baseUrl: process.env.QUITTANCE_URL,
              token: process.env.QUITTANCE_TOKEN,
              webhookSecret: process.env.QUITTANCE_WEBHOOK_SECRET,
              invoice: { any_wallet: true, expires_in: 60 },
              recordRefunds: true,
            },
          },
`

function readMedusaVersion(): string {
  const manifest = JSON.parse(readFileSync('packages/medusa-payment-quittance/package.json', 'utf8')) as {
    devDependencies: Record<string, string>
  }
  return manifest.devDependencies['@medusajs/framework'] ?? ''
}
