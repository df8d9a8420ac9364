/** A program that signs everything and finds everything well signed, where ssh-keygen may be missing. */
import { execFileSync } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'

const script = `#!/bin/sh
for last; do :; done
case "$2" in
  sign) echo signed > "$last.sig" ;;
  check-novalidate) echo 'Good "memo" signature with ED25519 key SHA256:fake' ;;
esac
`

/** Makes git's settings of the vault name it; `folder` takes the program. */
export function useFakeSigner(root: string, folder: string): void {
  const program = join(folder, 'fake-signer')
  writeFileSync(program, script, { mode: 0o755 })
  execFileSync('git', ['config', 'gpg.ssh.program', program], { cwd: root })
}
