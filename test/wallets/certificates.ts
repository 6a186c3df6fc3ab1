import { execFile } from 'node:child_process'
import { X509Certificate } from 'node:crypto'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { addCleanup, type TestScope } from '../helpers/databases.ts'

/** A test server's certificate, issued by a test authority. */
export interface Certificates {
  /** `X509_KEY` and `X509_CHAIN`: the certificate of the server, and its issuer's. */
  readonly settings: { readonly X509_KEY: string; readonly X509_CHAIN: string }
  /** The root certificate, which wallets trust and servers don't send. */
  readonly root: {
    readonly name: string
    readonly pem: string
    /** In base64. */
    readonly der: string
    /** A file with `pem`, until the test ends. */
    readonly file: string
  }
}

const run = promisify(execFile)
const rootName = 'Quittance Test Root'

/** Overrides the system's OpenSSL configuration, so that a certificate has only what is listed here. */
const config = `
[req]
distinguished_name = none
[none]
[authority]
basicConstraints = critical, CA:TRUE
keyUsage = critical, keyCertSign
subjectKeyIdentifier = hash
authorityKeyIdentifier = keyid
[server]
subjectAltName = IP:127.0.0.1
subjectKeyIdentifier = hash
authorityKeyIdentifier = keyid
`

/** A root, an authority below it, and a certificate for 127.0.0.1: RSA, because BIP70 wallets verify nothing else. */
export async function createCertificates(t: TestScope): Promise<Certificates> {
  const folder = await mkdtemp(join(tmpdir(), 'certificates-'))
  addCleanup(t, () => rm(folder, { recursive: true, force: true }))
  const getPath = (name: string) => join(folder, name)
  await writeFile(getPath('config'), config)
  await issue('root', rootName, 'authority')
  await issue('middle', 'Quittance Test Authority', 'authority', 'root')
  await issue('server', '127.0.0.1', 'server', 'middle')

  const [key, server, middle, root] = await Promise.all([
    read('server.key'),
    read('server.pem'),
    read('middle.pem'),
    read('root.pem'),
  ])
  return {
    settings: { X509_KEY: key, X509_CHAIN: server + middle },
    root: {
      name: rootName,
      pem: root,
      der: new X509Certificate(root).raw.toString('base64'),
      file: getPath('root.pem'),
    },
  }

  function read(name: string): Promise<string> {
    return readFile(getPath(name), 'utf8')
  }

  /** A key, and its certificate signed by the issuer's key or its own. */
  async function issue(name: string, commonName: string, extensions: string, issuer?: string): Promise<void> {
    const by =
      issuer === undefined ? [] : ['-CA', getPath(`${issuer}.pem`), '-CAkey', getPath(`${issuer}.key`)]
    await run('openssl', [
      ...['req', '-x509', '-config', getPath('config'), '-extensions', extensions, ...by],
      ...[
        '-newkey',
        'rsa:2048',
        '-nodes',
        '-sha256',
        '-days',
        '30',
        '-subj',
        `/O=Quittance/CN=${commonName}`,
      ],
      // Of a fixed length: bitcore finds the parts of a certificate by their first bytes, which some lengths make ambiguous.
      ...['-set_serial', '4711', '-keyout', getPath(`${name}.key`), '-out', getPath(`${name}.pem`)],
    ])
  }
}
