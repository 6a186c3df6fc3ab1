import { spawnSync } from 'node:child_process'
import { closeSync, fsyncSync, mkdtempSync, openSync, rmdirSync, rmSync, writeSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { addCleanup, type TestScope } from '../helpers/databases.ts'

/** A file system of a few mebibytes that can be filled up. */
export interface SmallDisk {
  readonly folder: string
  /** Uses up all free space, including any that becomes free during the call. */
  fill(): void
  /** Frees the space. */
  free(): void
}

const createFolder = (): string => mkdtempSync(join(tmpdir(), 'quittance-disk-'))

const mount = (folder: string, mebibytes: number): boolean =>
  spawnSync('mount', ['-t', 'tmpfs', '-o', `size=${mebibytes}m,mode=755`, 'tmpfs', folder]).status === 0

/** For `skip:`. Not a missing service: containers often may not mount anything. */
export const withoutSmallDisks: false | string = mountsHere() ? false : 'no file system can be mounted here'

export function openSmallDisk(t: TestScope, mebibytes: number): SmallDisk {
  const folder = createFolder()
  if (!mount(folder, mebibytes)) throw new Error('a small file system cannot be mounted')
  addCleanup(t, () => unmount(folder))
  const ballast = join(folder, 'ballast')
  const block = Buffer.alloc(64 * 1024)
  return { folder, fill, free: () => rmSync(ballast, { force: true }) }

  function fill(): void {
    const file = openSync(ballast, 'a')
    try {
      for (let size = block.length; size >= 512; size /= 2) fillWith(file, block.subarray(0, size))
      fsyncSync(file)
    } finally {
      closeSync(file)
    }
  }
}

/** Writes the same bytes until the disk is full. */
function fillWith(file: number, bytes: Buffer): void {
  try {
    while (writeSync(file, bytes) === bytes.length);
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'ENOSPC')) throw error
  }
}

function unmount(folder: string): void {
  // Lazily: a file that is closed a moment later does no harm.
  spawnSync('umount', ['-l', folder])
  rmdirSync(folder)
}

function mountsHere(): boolean {
  const folder = createFolder()
  const works = mount(folder, 1)
  if (works) unmount(folder)
  else rmdirSync(folder)
  return works
}
