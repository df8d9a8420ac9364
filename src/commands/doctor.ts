import * as Flags from '@oclif/core/flags'
import { MemoCommand } from '../cli/base-command.ts'
import { tellNote } from '../cli/notes.ts'
import { renderDoctor } from '../cli/render/doctor.ts'
import { toExitStatus } from '../lib/errors.ts'
import { consultDoctor, type DoctorReport } from '../vault/doctor/consult.ts'

export default class Doctor extends MemoCommand<DoctorReport> {
  static override summary = 'Check the vault from the log to the files, and mend it if asked to.'
  static override description =
    'Each finding names what it is about and the command that mends it. The exit status is 0 if the vault is healthy, ' +
    '1 if there is no vault, and 3 if something is wrong with it.'
  static override examples = [
    '<%= config.bin %> doctor',
    '<%= config.bin %> doctor --fix',
    '<%= config.bin %> doctor --deep --json',
  ]
  static override flags = {
    fix: Flags.boolean({ summary: 'Mend what can be mended without asking, then check.' }),
    rebuild: Flags.boolean({ summary: 'Build the index anew from the log, then check.' }),
    deep: Flags.boolean({ summary: 'Compare all of the index with the log, too.' }),
  }

  protected async execute() {
    const { flags } = await this.parse(Doctor)
    let told: Promise<void> | undefined
    const report = await this.atLength('what was mended stays; run it again', (work) =>
      consultDoctor(this.vaultRoot(flags), {
        deep: flags.deep,
        fix: flags.fix,
        rebuild: flags.rebuild,
        signal: work.signal,
        onProgress: (events, expected) => work.report('events', events, expected === 0 ? undefined : events / expected),
        onChecked: (checks, total) => work.report('checks', checks, checks / total),
        onAdopted: (files, total) => work.report('edited files', files, files / total),
        onNotice: (notice) => {
          work.pause()
          told = tellNote(notice)
        },
      }),
    )
    await told
    if (!report.healthy) process.exitCode = toStatus(report)
    return report
  }

  protected render(report: DoctorReport) {
    return renderDoctor(report, this.paint())
  }
}

function toStatus({ findings }: DoctorReport): number {
  return toExitStatus(findings.some(({ code }) => code === 'not-a-vault') ? 'NOT_A_VAULT' : 'INTEGRITY')
}
