/** Signing a text and checking who signed it, with the keys and programs that git's settings name for signing commits. */
import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { isAbsolute, join, resolve } from 'node:path'
import { MemoError } from '../lib/errors.ts'
import { removeTree } from '../lib/remove-file.ts'
import { runGit } from './git-process.ts'
import { type ProgramResult, runProgram } from './programs.ts'

export interface Signature {
  format: 'ssh' | 'openpgp'
  /** Armoured, as the program prints it. */
  signature: string
}

export interface Signed {
  /** `good`: by one who may. `unknown`: sound, and nobody says whose key it is. `bad`: not of this text. */
  state: 'good' | 'unknown' | 'bad'
  /** Who signed: a name of the allowed signers, a user of the key ring, else the key. */
  by: string
}

/** What ssh signatures are made for, so that one for a commit or a mail does not pass as one of ours. */
const namespace = 'memo'

/** A hardware key waits for a touch. */
const signTimeoutMs = 60_000

export interface SignInput {
  root: string
  text: string
  /** Private or public key file for ssh; git's `user.signingKey` if not said. */
  key?: string | undefined
}

/** Throws USAGE without a key, UNSUPPORTED without the program, REFUSED with what the program says. Never asks. */
export async function signText({ root, text, key }: SignInput): Promise<Signature> {
  const settings = await readSettings(root)
  const format = key !== undefined || settings.format === 'ssh' ? 'ssh' : 'openpgp'
  const chosen = key ?? settings.signingKey
  if (chosen === undefined) {
    throw new MemoError('USAGE', 'there is no key to sign with', {
      hint: 'name an SSH key with --key, or set user.signingKey (and gpg.format ssh) in git config',
    })
  }
  const signature =
    format === 'ssh'
      ? await signBySsh({ root, text, key: chosen }, settings)
      : await signByGpg(root, text, chosen, settings)
  return { format, signature }
}

/** Throws UNSUPPORTED without the program. */
export async function checkSignature(root: string, text: string, signed: Signature): Promise<Signed> {
  const settings = await readSettings(root)
  return signed.format === 'ssh'
    ? checkBySsh(root, text, signed.signature, settings)
    : checkByGpg(root, text, signed.signature, settings)
}

/** Whether git's settings name those who may sign by ssh. */
export async function hasAllowedSigners(root: string): Promise<boolean> {
  return (await readSettings(root)).allowedSigners !== undefined
}

interface Settings {
  format: string
  signingKey: string | undefined
  sshProgram: string
  gpgProgram: string
  allowedSigners: string | undefined
}

async function readSettings(root: string): Promise<Settings> {
  const read = async (name: string, type?: 'path'): Promise<string | undefined> => {
    try {
      const command = ['config', '-z', ...(type === 'path' ? ['--type=path'] : []), '--get', name]
      return String(await runGit(root, command)).replace(/\0$/, '')
    } catch {
      // Git says by its status that it is not set.
      return undefined
    }
  }
  return {
    format: (await read('gpg.format')) ?? 'openpgp',
    signingKey: await read('user.signingkey', 'path'),
    sshProgram: (await read('gpg.ssh.program', 'path')) ?? 'ssh-keygen',
    gpgProgram: (await read('gpg.openpgp.program', 'path')) ?? (await read('gpg.program', 'path')) ?? 'gpg',
    allowedSigners: await read('gpg.ssh.allowedsignersfile', 'path'),
  }
}

async function signBySsh({ root, text, key = '' }: SignInput, { sshProgram }: Settings): Promise<string> {
  return inFolder(async (folder) => {
    const literal = /^(?:key::)?((?:ssh|ecdsa|sk)-.*)$/s.exec(key)?.[1]
    const keyFile = literal === undefined ? toPath(root, key) : put(folder, 'key', `${literal}\n`)
    const message = put(folder, 'text', text)
    // A key that is given as text is a public one; the agent has the other half.
    const args = ['-Y', 'sign', '-n', namespace, '-f', keyFile, ...(literal === undefined ? [] : ['-U']), message]
    const result = await runProgram(sshProgram, args, { cwd: root, timeoutMs: signTimeoutMs })
    if (result.status !== 0) throw refused(sshProgram, result)
    return readFileSync(`${message}.sig`, 'utf8')
  })
}

function toPath(root: string, key: string): string {
  return isAbsolute(key) ? key : resolve(root, key)
}

async function checkBySsh(root: string, text: string, signature: string, settings: Settings): Promise<Signed> {
  const { sshProgram, allowedSigners } = settings
  return inFolder(async (folder) => {
    const file = put(folder, 'sig', signature)
    const ask = (args: string[]) =>
      runProgram(sshProgram, ['-Y', ...args, '-s', file], { cwd: root, input: text, timeoutMs: signTimeoutMs })
    const sound = await ask(['check-novalidate', '-n', namespace])
    const by = /with (\S+ key \S+)/.exec(sound.stdout)?.[1] ?? 'an unknown key'
    if (sound.status !== 0) return { state: 'bad', by }
    if (allowedSigners === undefined) return { state: 'unknown', by }
    const found = await ask(['find-principals', '-f', allowedSigners])
    for (const principal of found.status === 0 ? found.stdout.split('\n').filter((line) => line !== '') : []) {
      const verified = await ask(['verify', '-n', namespace, '-f', allowedSigners, '-I', principal])
      if (verified.status === 0) return { state: 'good', by: principal }
    }
    return { state: 'unknown', by }
  })
}

async function signByGpg(root: string, text: string, key: string, { gpgProgram }: Settings): Promise<string> {
  const args = [...quietGpg, '--armor', '--detach-sign', '--local-user', key]
  const result = await runProgram(gpgProgram, args, { cwd: root, input: text, timeoutMs: signTimeoutMs })
  if (result.status !== 0) throw refused(gpgProgram, result)
  return result.stdout
}

const quietGpg = ['--batch', '--no-tty', '--pinentry-mode', 'error']

/** Whose keys are in the key ring may sign, as git has it by default. */
async function checkByGpg(root: string, text: string, signature: string, { gpgProgram }: Settings): Promise<Signed> {
  return inFolder(async (folder) => {
    const file = put(folder, 'sig', signature)
    const args = [...quietGpg, '--status-fd', '1', '--verify', file, '-']
    const { stdout } = await runProgram(gpgProgram, args, { cwd: root, input: text, timeoutMs: signTimeoutMs })
    const [, word, key = '', user] =
      /^\[GNUPG:\] (GOODSIG|BADSIG|ERRSIG|EXPKEYSIG|REVKEYSIG) (\S+) ?(.*)$/m.exec(stdout) ?? []
    if (word === 'GOODSIG') return { state: 'good', by: user || key }
    return { state: word === 'BADSIG' || word === undefined ? 'bad' : 'unknown', by: `key ${key || 'unknown'}` }
  })
}

function put(folder: string, name: string, text: string): string {
  const path = join(folder, name)
  writeFileSync(path, text, { mode: 0o600 })
  return path
}

async function inFolder<T>(work: (folder: string) => Promise<T>): Promise<T> {
  const folder = mkdtempSync(join(tmpdir(), 'memo-sign-'))
  try {
    return await work(folder)
  } finally {
    removeTree(folder)
  }
}

function refused(program: string, { stderr }: ProgramResult): MemoError {
  const reason = stderr.trim().split('\n').at(-1) ?? ''
  return new MemoError('REFUSED', `${program} does not sign: ${reason || 'it says no reason'}`, {
    hint: 'a key with a passphrase must be unlocked before (ssh-add, gpg-agent); memo never asks for one',
  })
}
