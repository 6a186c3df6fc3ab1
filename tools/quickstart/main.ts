import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createDebian, runProgram } from '../image/root.ts'
import { runStep } from '../image/step.ts'
import { createComputer } from './computer.ts'
import { bootMachine, type Machine } from './machine.ts'
import { parseQuickstart } from './page.ts'

/**
 * `npm run prove:quickstart`, as root: runs every command of docs/quickstart.md on two fresh Debians that boot with systemd. Needs
 * debootstrap. To save time, pass a folder with such a Debian.
 */
const [existingBase] = process.argv.slice(2)
/** A name for which Caddy is its own authority. */
const domain = 'pay.local'
const folder = mkdtempSync(join(tmpdir(), 'quittance-quickstart-'))
const roots = { server: join(folder, 'server'), 'new server': join(folder, 'new-server') }
const machines = new Map<string, Machine>()
try {
  const base = existingBase ?? join(folder, 'base')
  if (existingBase === undefined)
    await runStep('Debian', () => createDebian(base, 'bookworm', ['--include=systemd-sysv']))
  for (const [name, root] of Object.entries(roots)) {
    runProgram('cp', '-a', base, root)
    runProgram('sh', '-c', `echo 127.0.0.1 ${domain} >> "$1/etc/hosts"`, 'sh', root)
    machines.set(name, await runStep(name, () => bootMachine(root, name.replace(' ', '-'))))
  }
  const computer = createComputer(join(folder, 'computer'), {
    [`root@${domain}`]: roots.server,
    'root@new.example.com': roots['new server'],
  })
  await runStep('all steps', () => runPage((place) => machines.get(place) ?? computer))
} finally {
  for (const machine of machines.values()) await machine.stop()
  rmSync(folder, { recursive: true })
}

async function runPage(getMachine: (place: string) => Pick<Machine, 'run'>): Promise<void> {
  const page = readFileSync('docs/quickstart.md', 'utf8').replaceAll('pay.example.com', domain)
  const lines: string[] = []
  for (const { step, place, commands } of parseQuickstart(page)) {
    process.stdout.write(`\n${step} (${place})\n${commands}\n`)
    const machine = getMachine(place)
    const work = () => {
      // Only downloads use the outside network. On it, packages that are being installed would see its ports as taken.
      if (commands.includes('apt-get'))
        machine.run(commands.replaceAll(' install ', ' install --download-only '), { network: 'outside' })
      machine.run(commands, { network: 'loopback' })
    }
    await runStep(`${step} (${place})`, work, (line) => {
      process.stdout.write(line)
      lines.push(line)
    })
  }
  process.stdout.write(`\n${lines.join('')}`)
}
