import { readProgramFile } from '../platform/program-files.ts'

let commonPasswords: ReadonlySet<string> | undefined

/**
 * Whether a password is among about ten thousand of the most common ones of at least eight characters. Ignores case. The list next to this
 * file is from zxcvbn (data/passwords.txt at commit 67c4ece, Copyright (c) 2012-2016 Dan Wheeler and Dropbox, Inc., MIT licence), which
 * was compiled from ten million leaked passwords.
 */
export function isCommonPassword(password: string): boolean {
  commonPasswords ??= new Set(readProgramFile('accounts/common-passwords.txt').toString().trim().split(/\s+/))
  return commonPasswords.has(password.toLowerCase())
}
